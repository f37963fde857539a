/** A server of OpenAI's protocol that counts what it is asked, and breaks some of its calls. */
import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { estimateTokens } from '../../../engines/text/tokens.ts';
import { openLoopbackServer } from '../../../test/support/servers/loopback-server.ts';
import { BROKEN, faultOf } from './faults.ts';

/** What a chat asks for, as far as scripts read it. */
export interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
  readonly stream?: boolean;
}

/** What a tool asked. Tokens are estimated by one rule, those of broken calls included. */
export interface Asked {
  calls: number;
  broken: number;
  inputTokens: number;
  outputTokens: number;
}

export interface CountingModel {
  /** Base address: `http://127.0.0.1:34567/v1`. */
  readonly url: string;
  /** What was asked since the last time, which begins anew. */
  readonly take: () => Asked;
  readonly close: () => void;
}

export async function serveCountingModel(
  answer: (request: ChatRequest) => Promise<string>,
  brokenShare: number,
): Promise<CountingModel> {
  let asked = nothing();
  const times = new Map<string, number>();
  const reply = async (request: ChatRequest, response: ServerResponse): Promise<void> => {
    const key = JSON.stringify(request.messages);
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    const fault = faultOf(key, time, brokenShare);
    const inputTokens = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    asked.calls++;
    asked.inputTokens += inputTokens;
    if (fault !== null) asked.broken++;
    if (fault === 'hang_up') return void response.destroy();
    if (fault === 'rate_limit') return refuse(response);
    const output = await answer(request);
    const text = fault === null ? output : BROKEN[fault](output);
    const usage = { prompt_tokens: inputTokens, completion_tokens: estimateTokens(text) };
    asked.outputTokens += usage.completion_tokens;
    send(response, text, usage, request.stream === true);
  };
  const server = await openLoopbackServer((request, response) => {
    void json(request)
      .then((body) => reply(body as ChatRequest, response))
      .catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
  });
  const take = (): Asked => {
    const taken = asked;
    asked = nothing();
    return taken;
  };
  return { url: `${server.origin}/v1`, take, close: server.close };
}

const nothing = (): Asked => ({ calls: 0, broken: 0, inputTokens: 0, outputTokens: 0 });

function refuse(response: ServerResponse): void {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end(JSON.stringify({ error: { message: 'Too many requests.', type: 'rate_limit', code: null } }));
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

function send(response: ServerResponse, content: string, usage: Usage, isStream: boolean): void {
  const about = { id: 'scripted', created: 0, model: 'scripted' };
  const total = { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
  if (!isStream) {
    const message = { role: 'assistant', content };
    response.writeHead(200, { 'content-type': 'application/json' });
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.end(JSON.stringify({ ...about, object: 'chat.completion', choices, usage: total }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunks = [
    { choices: [{ index: 0, delta: { role: 'assistant', content } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: total },
  ];
  for (const chunk of chunks) {
    response.write(`data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', ...chunk })}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}
