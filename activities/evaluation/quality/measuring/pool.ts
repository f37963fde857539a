/**
 * The processes that measure cases without a model: a case of any length keeps none of the worker's other steps
 * waiting.
 */
import type { Config } from '../../../../domain/settings.ts';
import { createProcessPool } from '../../../../platform/process-pool/index.ts';
import type { PoolCaller } from '../../../../platform/process-pool/index.ts';
import { CONVERTERS_IN_RESERVE, MEASURING_PROCESS_MB } from '../../../../domain/workers.ts';
import type { WorkerMetrics } from '../../../metrics.ts';
import type { Measured } from '../../../../engines/evaluation/metrics/index.ts';
import type { MeasuringCalls, MeasuringRequest } from './process.ts';

export interface MeasuringPool {
  /** One for each measurement, in their order. Rejects as {@link ProcessPool.run} does. */
  readonly measure: (request: MeasuringRequest, caller: PoolCaller) => Promise<readonly Measured[]>;
  readonly close: () => Promise<void>;
}

/** Processor time that a case may use for each of its measurements. */
const BASE_MS = 10_000;
const PER_MIB_MS = 60_000;
const MIB = 1024 ** 2;

const SCRIPT = new URL('./process.ts', import.meta.url);

/** Opens the measuring processes of a worker: as many as it has converters. */
export function openMeasuring(
  { parse }: { readonly parse: Pick<Config['parse'], 'converters'> },
  metrics: Pick<WorkerMetrics, 'watchPool'>,
): MeasuringPool {
  const pool = createProcessPool<MeasuringCalls>({
    script: SCRIPT,
    size: parse.converters,
    reserve: CONVERTERS_IN_RESERVE,
    memoryMb: MEASURING_PROCESS_MB,
    nouns: { work: 'case', process: 'measuring process' },
  });
  metrics.watchPool('measuring', pool);
  return {
    measure: (request, caller) => {
      const size = JSON.stringify(request.subject).length;
      const budgetMs = (BASE_MS + (size / MIB) * PER_MIB_MS) * request.measurements.length;
      return pool.run('measure', request, { ...caller, budgetMs: () => budgetMs, isUnderWay: true });
    },
    close: () => pool.close(),
  };
}
