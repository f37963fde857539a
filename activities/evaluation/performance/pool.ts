/** The process that generates load: one for each worker, since two would disturb each other's figures. */
import { isDeath } from '../../../platform/process-pool/death.ts';
import { createProcessPool } from '../../../platform/process-pool/index.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';
import type { StoredTally } from '../../../engines/evaluation/performance/index.ts';
import { GENERATOR_MB } from '../../../domain/workers.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import type { LevelOrder, LevelProgress } from './order.ts';
import type { LoadCalls } from './process.ts';

export interface LoadCaller extends PoolCaller {
  readonly onProgress: (progress: LevelProgress) => void;
}

export interface LoadGenerator {
  /**
   * Runs a level. Rejects with the network guard's error when the endpoint is blocked, and with the signal's reason.
   */
  readonly run: (order: LevelOrder, caller: LoadCaller) => Promise<StoredTally>;
  readonly close: () => Promise<void>;
}

const SCRIPT = new URL('./process.ts', import.meta.url);

export function openLoadGenerator(metrics: Pick<WorkerMetrics, 'watchPool'>): LoadGenerator {
  const pool = createProcessPool<LoadCalls>({
    script: SCRIPT,
    size: 1,
    isUrgent: true,
    memoryMb: GENERATOR_MB,
    nouns: { work: 'level', process: 'load generator' },
  });
  metrics.watchPool('load', pool);
  return {
    async run(order, caller) {
      try {
        const options = { ...caller, budgetMs: () => Number.POSITIVE_INFINITY, isUnderWay: false };
        return await pool.run('runLevel', order, options);
      } catch (error) {
        // Another attempt may succeed, unless the process lacked memory.
        if (!isDeath(error) || error.code === 'too_large') throw error;
        throw new Error('The load generator ended before the level did.', { cause: error });
      }
    },
    close: () => pool.close(),
  };
}
