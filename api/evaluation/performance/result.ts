/** Results of performance runs. */
import type { Static } from 'typebox';
import { gateOutcome } from '../../../domain/evaluation/gates.ts';
import { levelsOf } from '../../../domain/evaluation/levels.ts';
import type { Level } from '../../../domain/evaluation/levels.ts';
import type { PerformanceResult } from '../../../domain/evaluation/results.ts';
import { passedOf } from '../../../domain/evaluation/passed.ts';
import type { Services } from '../../services.ts';
import type { EvalPerformanceResult } from '../level-schemas.ts';

/** The result of a performance run that succeeded. */
export async function performanceResult(
  { database }: Pick<Services, 'database'>,
  jobId: string,
  { engine_id, name, gates, tuned }: PerformanceResult,
): Promise<EvalPerformanceResult> {
  const levels = await levelsOf(database, jobId);
  const counting = tuned ? levels.filter(({ ordinal }) => tuned.levels.includes(ordinal)) : levels;
  const metrics = gates.map((gate) => gateOutcome(gate, counting));
  return {
    ...{ job_id: jobId, engine_id, name, passed: passedOf(metrics) },
    valid: levels.every(({ report }) => report.invalid.length === 0),
    metrics: metrics.map((metric) => ({ ...metric, values: [...metric.values] })),
    tuned: tuned && { ...tuned, levels: [...tuned.levels] },
    levels: levels.map(presentLevel),
  };
}

function presentLevel({ ordinal, report }: Level): Static<typeof EvalPerformanceResult>['levels'][number] {
  const { load, timings, invalid, failures, processes, utilization, ...figures } = report;
  const { socket_wait, start_lag, loop_lag, inter_token, ...durations } = timings;
  return {
    ...{ index: ordinal, parallel: load.parallel, rate: load.rate, valid: invalid.length === 0 },
    invalid: invalid.map((one) => ({ ...one })),
    ...figures,
    ...{ failures: { ...failures }, interruptions: processes - 1 },
    ...{ ...durations, inter_token_latency: inter_token },
    client: { socket_wait, start_lag, loop_lag, utilization },
  };
}
