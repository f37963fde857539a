/** The processes that measure cases without a model: a case of any length keeps none of the worker's other steps waiting. */
import type { Config } from '../../../platform/config.ts';
import { createProcessPool } from '../../../platform/process-pool/index.ts';
import { CONVERTERS_IN_RESERVE, JUDGING_PROCESS_MB } from '../../../domain/workers.ts';
import type { WorkerMetrics } from '../../metrics.ts';
import type { JudgingAnswer, JudgingRequest } from './requests.ts';

/** On whose behalf cases are judged. */
export interface JudgingCaller {
  /** Fairness key of the tenant. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface JudgingPool {
  /** Rejects as {@link ProcessPool.run} does. */
  readonly measure: (request: JudgingRequest, caller: JudgingCaller) => Promise<JudgingAnswer>;
  readonly close: () => Promise<void>;
}

/** Processor time that a case may use for each of its measurements. */
const BASE_MS = 10_000;
const PER_MIB_MS = 60_000;
const MIB = 1024 ** 2;

const SCRIPT = new URL('./process.ts', import.meta.url);

/** Opens the judging processes of a worker: as many as it has converters. */
export function openJudging(
  { parse }: { readonly parse: Pick<Config['parse'], 'converters'> },
  metrics: Pick<WorkerMetrics, 'watchPool'>,
): JudgingPool {
  const pool = createProcessPool<JudgingRequest, JudgingAnswer>({
    script: SCRIPT,
    ...{ size: parse.converters, reserve: CONVERTERS_IN_RESERVE, memoryMb: JUDGING_PROCESS_MB },
    nouns: { work: 'case', process: 'judging process' },
  });
  metrics.watchPool('judging', pool);
  return {
    measure: (request, caller) => {
      const size = JSON.stringify(request.subject).length;
      const budgetMs = (BASE_MS + (size / MIB) * PER_MIB_MS) * request.measurements.length;
      return pool.run(request, { ...caller, budgetMs: () => budgetMs, isUnderWay: true });
    },
    close: () => pool.close(),
  };
}
