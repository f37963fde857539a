/** What the scores of all cases of a run say together. */
import type { Metric } from '../metrics/metric.ts';
import { bootstrapInterval, mean } from '../../statistics/bootstrap.ts';
import type { Interval } from '../../statistics/bootstrap.ts';
import type { CaseScore } from './repeats.ts';

export interface GroupedScore extends CaseScore {
  /** Cases of one document or conversation belong to the same group: they are not independent. */
  readonly group: string;
}

export interface Summary {
  readonly measured: number;
  /** Cases without a score, by reason. They are part of no mean. */
  readonly unmeasured: Readonly<Record<string, number>>;
  readonly mean: number | null;
  /** Of the mean, 95 %; `null` for fewer than two groups. */
  readonly interval: Interval | null;
  /**
   * Standard deviation over the repeats of a case, pooled over the cases; `null` when none was measured more than once.
   */
  readonly spread: number | null;
  /** Share of the measured cases that meet the threshold. */
  readonly passRate: number | null;
  /** Whether the mean meets the threshold. `null`: there is no threshold, or nothing was measured. */
  readonly passed: boolean | null;
}

/** Whether a score is as good as a threshold asks. */
export function meets({ direction }: Pick<Metric, 'direction'>, score: number, threshold: number): boolean {
  return direction === 'higher' ? score >= threshold : score <= threshold;
}

export function summarize(
  metric: Pick<Metric, 'direction'>,
  threshold: number | null,
  scores: readonly GroupedScore[],
): Summary {
  const unmeasured: Record<string, number> = {};
  const groups = new Map<string, number[]>();
  const variances: number[] = [];
  for (const { group, score, spread, unmeasured: reason } of scores) {
    if (score !== null) add(groups, group, score);
    else unmeasured[reason ?? ''] = (unmeasured[reason ?? ''] ?? 0) + 1;
    if (spread !== null) variances.push(spread ** 2);
  }
  // In an order that the cases do not give: neither sums nor resamples depend on it then.
  const ordered = [...groups.values()].map((values) => values.toSorted(ascending)).sort(inOrder);
  const values = ordered.flat();
  if (values.length === 0) {
    return { measured: 0, unmeasured, mean: null, interval: null, spread: null, passRate: null, passed: null };
  }
  const average = mean(values);
  return {
    measured: values.length,
    unmeasured,
    mean: average,
    interval: bootstrapInterval(ordered, mean),
    spread: variances.length === 0 ? null : Math.sqrt(mean(variances)),
    passRate:
      threshold === null ? null : values.filter((score) => meets(metric, score, threshold)).length / values.length,
    passed: threshold === null ? null : meets(metric, average, threshold),
  };
}

function add(groups: Map<string, number[]>, group: string, score: number): void {
  const scores = groups.get(group);
  if (scores) scores.push(score);
  else groups.set(group, [score]);
}

const ascending = (a: number, b: number): number => a - b;

/** Of the first values that differ; the shorter list comes first. */
function inOrder(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 || at >= b.length ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}
