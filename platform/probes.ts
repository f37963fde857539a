import type { Secrets } from './secrets.ts';
import type { HasPoller } from './temporal/workers.ts';

/** How an installation is asked what it has at the moment. */
export interface Probes {
  /** Whether any worker takes activities from the queue. */
  readonly hasWorker: (taskQueue: string) => Promise<boolean>;
  readonly hasSecret: (name: string) => Promise<boolean>;
}

export function createProbes(hasPoller: HasPoller, secrets: Secrets): Probes {
  return {
    hasWorker: (taskQueue) => hasPoller({ taskQueue, runs: 'activities' }),
    hasSecret: async (name) => (await secrets.read(name)).length > 0,
  };
}
