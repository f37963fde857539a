import { noWorkerMessage } from './workers.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { HasPoller, PolledQueue } from '../platform/temporal/workers.ts';

/** What people are told of a queue that nobody polls; `null` when a worker does. */
export async function lackOfWorker(hasPoller: HasPoller, queue: PolledQueue): Promise<string | null> {
  return (await hasPoller(queue)) ? null : noWorkerMessage(queue.taskQueue);
}

/** How an installation is asked what it has at the moment, as the engines want to know it (engines/availability.ts). */
export function createProbes(hasPoller: HasPoller, secrets: Secrets) {
  return {
    lacksWorker: (taskQueue: string): Promise<string | null> =>
      lackOfWorker(hasPoller, { taskQueue, runs: 'activities' }),
    hasSecret: async (name: string): Promise<boolean> => (await secrets.read(name)).length > 0,
  };
}
