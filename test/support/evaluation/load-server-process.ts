/** Entry point of the scripted endpoint, a process of its own: the client must not delay it. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../engines/statistics/random.ts';
import { LOAD_SCRIPT } from './load-script.ts';
import type { Fault, FromLoadServer, LoadScript, ServedRequest, ToLoadServer } from './load-script.ts';

let script: LoadScript = LOAD_SCRIPT;
let startedAt = performance.now();
let requests: { -readonly [K in keyof ServedRequest]: ServedRequest[K] }[] = [];
const sockets = new Set<Socket>();
let mostOpen = 0;

const server = createServer((request, response) => void answer(request, response, performance.now()));
server.on('connection', (socket) => {
  sockets.add(socket);
  mostOpen = Math.max(mostOpen, sockets.size);
  socket.on('close', () => sockets.delete(socket));
});
server.requestTimeout = 0;
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', 4096, () => {
  const { port } = server.address() as AddressInfo;
  send({ url: `http://127.0.0.1:${port}/v1/chat/completions` });
});

process.on('message', (message: ToLoadServer) => {
  if (message === 'truth') return sendTruth();
  ({ script } = message);
  startedAt = performance.now();
  requests = [];
  mostOpen = sockets.size;
  server.keepAliveTimeout = script.closeIdleAfterMs === null ? 65_000 : 0;
  sendTruth();
});
process.on('disconnect', () => process.exit());

function sendTruth(): void {
  send({ requests, open: sockets.size, mostOpen });
}

function send(message: FromLoadServer): void {
  process.send?.(message);
}

async function answer(request: IncomingMessage, response: ServerResponse, arrived: number): Promise<void> {
  const number = requests.length;
  const { tokens, ttftMs } = script;
  const served: (typeof requests)[number] = {
    arrived,
    writes: [],
    ended: null,
    tokens,
    authorization: request.headers.authorization ?? null,
    body: { model: '', stream: true },
  };
  requests.push(served);
  served.body = (await json(request)) as ServedRequest['body'];
  closeWhenIdle(request.socket, response);
  const fault = script.faults.find(({ every, at }) => number % every === at)?.by ?? null;
  if (fault !== null && fault !== 'cut') return fail(response, fault);
  const first = arrived + ttftMs[0] + seededRandom(number)() * (ttftMs[1] - ttftMs[0]);
  if (served.body.stream) await stream(response, served, { first, isCut: fault === 'cut' });
  else await answerWhole(response, served, first);
}

/** Writes by an absolute schedule, and notes when each write really happened. */
async function stream(
  response: ServerResponse,
  served: (typeof requests)[number],
  { first, isCut }: { readonly first: number; readonly isCut: boolean },
): Promise<void> {
  const { tokens, tokensPerChunk, gapMs, usage } = script;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }));
  for (let written = 0; written < tokens; written += tokensPerChunk) {
    await until(afterStall(first + (written / tokensPerChunk) * gapMs));
    if (response.destroyed) return;
    if (isCut && written > 0) {
      response.destroy();
      return;
    }
    const count = Math.min(tokensPerChunk, tokens - written);
    const isLast = written + count >= tokens;
    served.writes = [...served.writes, performance.now()];
    const choice = { index: 0, delta: { content: 'tok '.repeat(count) }, finish_reason: isLast ? 'stop' : null };
    response.write(event({ choices: [choice] }));
  }
  if (usage) response.write(event({ choices: [], usage: usageOf(tokens) }));
  response.end('data: [DONE]\n\n');
  served.ended = performance.now();
}

async function answerWhole(response: ServerResponse, served: (typeof requests)[number], first: number): Promise<void> {
  const { tokens, gapMs, usage } = script;
  await until(afterStall(first + (tokens - 1) * gapMs));
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'tok '.repeat(tokens) } }];
  served.writes = [performance.now()];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices, ...(usage && { usage: usageOf(tokens) }) }));
  served.ended = performance.now();
}

function fail(response: ServerResponse, fault: Exclude<Fault, 'cut'>): void {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    response.destroy();
  } else if (typeof fault === 'number') {
    response.writeHead(fault, { 'content-type': 'application/json' }).end('{"error":{"message":"scripted"}}');
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (fault === 'garbage') response.write('data: {"choi\n\n');
    if (fault === 'stream_error') response.write(event({ error: { message: 'scripted' } }));
    response.end('data: [DONE]\n\n');
  }
}

const usageOf = (tokens: number) => ({ prompt_tokens: 16, completion_tokens: tokens, total_tokens: 16 + tokens });

const event = (message: object): string =>
  `data: ${JSON.stringify({ id: 'scripted', object: 'chat.completion.chunk', model: 'scripted', ...message })}\n\n`;

function afterStall(moment: number): number {
  if (script.stall === null) return moment;
  const begins = startedAt + script.stall.atMs;
  const ends = begins + script.stall.forMs;
  return moment >= begins && moment < ends ? ends : moment;
}

async function until(moment: number): Promise<void> {
  const left = moment - performance.now();
  if (left > 0) await sleep(left);
}

/** As load balancers do that announce no limit. */
function closeWhenIdle(socket: Socket, response: ServerResponse): void {
  const { closeIdleAfterMs } = script;
  if (closeIdleAfterMs === null) return;
  socket.setTimeout(0);
  response.once('finish', () => socket.setTimeout(closeIdleAfterMs, () => socket.destroy()));
}
