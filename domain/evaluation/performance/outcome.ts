/** What a performance run found, as its result and its reports say it. */
import { passedOf } from '../passed.ts';
import type { PerformanceResult } from '../results.ts';
import { gateOutcome } from './gates.ts';
import type { Level } from './levels.ts';

/** `levels`: all of the job. After a search, gates count those with the largest load. */
export function performanceOutcome(
  jobId: string,
  { engine_id, name, gates, tuned }: Omit<PerformanceResult, 'reports'>,
  levels: readonly Level[],
) {
  const counting = tuned ? levels.filter(({ ordinal }) => tuned.levels.includes(ordinal)) : levels;
  const metrics = gates.map((gate) => gateOutcome(gate, counting));
  return {
    job_id: jobId,
    engine_id,
    name,
    passed: passedOf(metrics),
    valid: levels.every(({ report }) => report.invalid.length === 0),
    metrics: metrics.map((metric) => ({ ...metric, values: [...metric.values] })),
    tuned: tuned && { ...tuned, levels: [...tuned.levels] },
    levels: levels.map(presentLevel),
  };
}

export type PresentedLevel = ReturnType<typeof presentLevel>;

export function presentLevel({ ordinal, report }: Level) {
  const { load, timings, invalid, failures, processes, utilization, ...figures } = report;
  const { socket_wait, start_lag, loop_lag, inter_token, ...durations } = timings;
  return {
    index: ordinal,
    parallel: load.parallel,
    rate: load.rate,
    valid: invalid.length === 0,
    invalid: invalid.map((one) => ({ ...one })),
    ...figures,
    failures: { ...failures },
    interruptions: processes - 1,
    ...durations,
    inter_token_latency: inter_token,
    client: { socket_wait, start_lag, loop_lag, utilization },
  };
}
