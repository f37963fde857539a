/** Direct uploads that stall and stay open, and their cost for the API. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Infrastructure } from '../../embedded/stack.ts';
import { watchMemory } from '../support/memory.ts';
import { startService } from './service.ts';
import { atMost, withoutGoal } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const UPLOADS = 120;
const MIB = 1024 ** 2;
const DECLARED_BYTES = 90 * MIB;
/** Bytes sent before the stall. */
const SENT_BYTES = 4 * MIB;
const HELD_MS = 20_000;
/** Allowed growth of the process for all uploads together. */
const GOAL_MB = 128;
const BOUNDARY = 'bench-boundary';

export async function stalledUploads(stack: Infrastructure): Promise<Verdict[]> {
  const service = await startService(stack, 'bench-stalled-uploads');
  const client = await service.client('stalling');
  // Warm-up: lets V8 compile the upload code.
  await client.upload(Buffer.alloc(MIB), 'warm.bin');
  const memory = watchMemory(service.api.pid ?? 0);
  const sockets: Socket[] = [];
  const refused: string[] = [];
  try {
    const token = await service.issueToken('stalling');
    const { port } = new URL(service.url);
    await Promise.all(
      Array.from({ length: UPLOADS }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.once('data', (answer: Buffer) => refused.push(answer.toString('latin1', 9, 12)));
        await once(socket, 'connect');
        socket.write(head(token));
        socket.write(Buffer.alloc(SENT_BYTES));
      }),
    );
    await delay(HELD_MS);
    const answers = [...new Set(refused)].join(', ');
    const { body } = await probe(service.url);
    return [
      atMost(
        {
          what: `${UPLOADS} direct uploads that stall after ${SENT_BYTES / MIB} MiB: memory of the API, peak`,
          unit: 'MB',
          baselineName: 'the same process before',
          baseline: memory.idleMb,
          measured: memory.peakMb(),
        },
        memory.idleMb + GOAL_MB,
      ),
      withoutGoal({
        what: `${UPLOADS} direct uploads that stall: refused${answers && ` (${answers})`}, API ${body}`,
        unit: 'uploads',
        baselineName: 'uploads',
        baseline: UPLOADS,
        measured: refused.length,
      }),
    ];
  } finally {
    memory.stop();
    for (const socket of sockets) socket.destroy();
    await service.stop();
  }
}

function head(token: string): string {
  return [
    'POST /v1/storage/files HTTP/1.1',
    'Host: bench',
    `Authorization: Bearer ${token}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${DECLARED_BYTES}`,
    '',
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="file"; filename="stalled.bin"',
    'Content-Type: application/octet-stream',
    '',
    '',
  ].join('\r\n');
}

/** Whether the API responds to another request meanwhile. */
async function probe(url: string): Promise<{ readonly body: string }> {
  const answer = await fetch(`${url}/v1/health/live`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  return { body: answer?.ok === true ? 'responds' : 'does not respond' };
}
