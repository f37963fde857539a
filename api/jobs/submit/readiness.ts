/** What prevents jobs from starting, as far as known at submission. */
import { AdvisedError } from '../../../errors/index.ts';
import { lackOfWorker } from '../../../domain/probes.ts';
import { workerCommand } from '../../../domain/workers.ts';
import type { Availability } from '../../../engines/availability.ts';
import type { CatalogEntry } from '../../../engines/catalog.ts';
import type { PolledQueue } from '../../../platform/temporal/workers.ts';
import type { Services } from '../../services.ts';
import type { JobWarning } from '../schemas.ts';

/** Why a job will wait. */
export interface Lack {
  readonly code: 'no_worker' | 'credential_missing';
  readonly message: string;
  /** The engine that cannot start; `null` when the job waits before it reaches one. */
  readonly engine_id: string | null;
  readonly task_queue: string;
}

/** What a job that needs the queue will wait for; `null` when a worker polls it. */
export async function queueLack({ hasPoller }: Services, queue: PolledQueue): Promise<Lack | null> {
  const message = await lackOfWorker(hasPoller, queue);
  return message === null ? null : { code: 'no_worker', message, engine_id: null, task_queue: queue.taskQueue };
}

/** The warnings of a job whose steps run on a task queue: one when no worker polls it. */
export async function queueWarnings(services: Services, taskQueue: string): Promise<JobWarning[]> {
  const lack = await queueLack(services, { taskQueue, runs: 'activities' });
  return lack ? [{ code: lack.code, message: lack.message }] : [];
}

/** What a job that needs the engine will wait for; `null` when it can start. */
export function engineLack({ engine_id, task_queue }: CatalogEntry, { status, message }: Availability): Lack | null {
  if (status === 'ready') return null;
  const code = status === 'needs_worker' ? 'no_worker' : 'credential_missing';
  return { code, message: `${engine_id} cannot start. ${message}`, engine_id, task_queue };
}

/**
 * The error for a synchronous request that no worker can process. `more` is appended to the message; `details` become
 * members of the response.
 */
export function noWorker(
  { engine_id, task_queue }: Pick<Lack, 'engine_id' | 'task_queue'>,
  more = '',
  details: Record<string, unknown> = {},
): AdvisedError {
  const message = `No worker is running for ${engine_id ?? `the task queue "${task_queue}"`}.${more}`;
  const fix = `Start a worker with \`${workerCommand(task_queue)}\`, or submit a job, which waits for one.`;
  return new AdvisedError('no_worker', message, { ...details, engine_id, task_queue }, fix);
}
