import { noWorkerMessage } from '../temporal-config/workers.ts';
import type { Secrets } from './secrets.ts';
import type { HasPoller } from './temporal/workers.ts';

/** How an installation is asked what it has at the moment, as the engines want to know it (engines/parse/availability.ts). */
export function createProbes(hasPoller: HasPoller, secrets: Secrets) {
  return {
    lacksWorker: async (taskQueue: string): Promise<string | null> =>
      (await hasPoller({ taskQueue, runs: 'activities' })) ? null : noWorkerMessage(taskQueue),
    hasSecret: async (name: string): Promise<boolean> => (await secrets.read(name)).length > 0,
  };
}
