import { noWorkerMessage } from './workers.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { HasPoller, PolledQueue } from '../platform/temporal/workers.ts';

/** The message for a task queue that no worker polls; `null` when a worker does. */
export async function lackOfWorker(hasPoller: HasPoller, queue: PolledQueue): Promise<string | null> {
  return (await hasPoller(queue)) ? null : noWorkerMessage(queue.taskQueue);
}

/** Queries what the installation currently has, in the form that engines expect (engines/availability.ts). */
export function createProbes(hasPoller: HasPoller, secrets: Secrets) {
  return {
    lacksWorker: (taskQueue: string): Promise<string | null> =>
      lackOfWorker(hasPoller, { taskQueue, runs: 'activities' }),
    hasSecret: async (name: string): Promise<boolean> => (await secrets.read(name)).length > 0,
  };
}
