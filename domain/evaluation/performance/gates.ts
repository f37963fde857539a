/** Whether the levels of a performance run reach the thresholds of its metrics. */
import { performanceMetric } from '../../../engines/evaluation/performance/index.ts';
import type { Level } from './levels.ts';
import type { Gate } from '../results.ts';

export interface GateOutcome extends Gate {
  /** Of each level, in order; `null`: the level has no such figure. */
  readonly values: readonly (number | null)[];
  /**
   * `false` when a valid level misses the threshold, as one does whose requests all failed. `null`: there is no
   * threshold, no level decides, or all valid levels reach it and another one is not valid.
   */
  readonly passed: boolean | null;
}

/** The outcome of a gate over the levels that count. */
export function gateOutcome(gate: Gate, levels: readonly Level[]): GateOutcome {
  const metric = performanceMetric(gate.metric_key);
  if (metric === null) throw new Error(`There is no metric ${gate.metric_key}.`);
  const values = levels.map(({ report }) => metric.of(report));
  const { threshold } = gate;
  if (threshold === null) return { ...gate, values, passed: null };
  const verdicts = levels.map(({ report }, index) => {
    const value = values[index] ?? null;
    if (report.invalid.length > 0) return null;
    if (value === null) return report.requests > 0 && report.succeeded === 0 ? false : null;
    return metric.direction === 'higher' ? value >= threshold : value <= threshold;
  });
  const passed = verdicts.includes(false) ? false : verdicts.length === 0 || verdicts.includes(null) ? null : true;
  return { ...gate, values, passed };
}
