import { REQUIRED_PROFILES } from '../../domain/workers.ts';
import { lackOfWorker } from '../../domain/probes.ts';
import type { Config } from '../../domain/settings.ts';
import { diskSpace, shortOfSpace } from '../../platform/disks.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { Temporal } from '../../platform/temporal/client.ts';
import type { HasPoller } from '../../platform/temporal/workers.ts';

/** How a dependency answered: one of the `checks` of the readiness. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'unavailable';
  readonly latency_ms: number;
  /** `null` when it is well. */
  readonly error: string | null;
}

/** What is asked. */
export interface Parts {
  readonly temporal: Temporal;
  readonly hasPoller: HasPoller;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly config: Pick<Config, 'disks'>;
}

/** A dependency that has not responded by then counts as unavailable. */
const CHECK_TIMEOUT_MS = 3000;

/** Asks every dependency at once; bounded in time. */
export function checkDependencies(services: Parts): Promise<Check[]> {
  const { temporal, hasPoller, database, objects, config } = services;
  const { directories, minFreeBytes } = config.disks;
  return Promise.all([
    check('temporal', async () => {
      await temporal.connection.workflowService.getSystemInfo({});
    }),
    check('postgres', () => database.check()),
    check('objects', (signal) => objects.check(signal)),
    ...directories.map((directory) =>
      check(`disk:${directory}`, async () => {
        const short = shortOfSpace(await diskSpace(directory), minFreeBytes);
        if (short !== null) throw new Error(short);
      }),
    ),
    ...REQUIRED_PROFILES.map((profile) =>
      check(`workers:${profile.taskQueue}`, async () => {
        const lack = await lackOfWorker(hasPoller, profile);
        if (lack !== null) throw new Error(lack);
      }),
    ),
  ]);
}

async function check(name: string, ask: (signal: AbortSignal) => Promise<void>): Promise<Check> {
  const began = performance.now();
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`No response within ${CHECK_TIMEOUT_MS / 1000} s.`)));
  });
  const error = await Promise.race([ask(signal), late]).then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? lastLine(reason.message) : 'unknown'),
  );
  const latency_ms = Math.round(performance.now() - began);
  return { name, status: error === null ? 'ok' : 'unavailable', latency_ms, error };
}

/** Prisma's messages are paragraphs; the cause is in the last line. */
function lastLine(message: string): string {
  return message.trim().split('\n').at(-1) ?? '';
}
