/** What the scores of all cases of a run say together. */
import type { Metric } from './metrics/metric.ts';
import { bootstrapInterval, mean } from './statistics/bootstrap.ts';
import type { Interval } from './statistics/bootstrap.ts';

/** What a metric found in a case. */
export interface CaseScore {
  /** Cases of one document or conversation belong to the same group: they are not independent. */
  readonly group: string;
  readonly measured: { readonly score: number } | { readonly unmeasured: string };
}

export interface Summary {
  readonly measured: number;
  /** Cases without a score, by reason. They are part of no mean. */
  readonly unmeasured: Readonly<Record<string, number>>;
  readonly mean: number | null;
  /** Of the mean, 95 %; `null` for fewer than two groups. */
  readonly interval: Interval | null;
  /** Share of the measured cases that meet the threshold. */
  readonly passRate: number | null;
  /** Whether the mean meets the threshold. `null`: there is no threshold, or nothing was measured. */
  readonly passed: boolean | null;
}

export function summarize(
  { direction }: Pick<Metric, 'direction'>,
  threshold: number | null,
  scores: readonly CaseScore[],
): Summary {
  const unmeasured: Record<string, number> = {};
  const groups = new Map<string, number[]>();
  for (const { group, measured } of scores) {
    if ('score' in measured) add(groups, group, measured.score);
    else unmeasured[measured.unmeasured] = (unmeasured[measured.unmeasured] ?? 0) + 1;
  }
  // In an order that the cases do not give: neither sums nor resamples depend on it then.
  const ordered = [...groups.values()].map((values) => values.toSorted(ascending)).sort(inOrder);
  const values = ordered.flat();
  const meets = (score: number, limit: number): boolean => (direction === 'higher' ? score >= limit : score <= limit);
  if (values.length === 0) {
    return { measured: 0, unmeasured, mean: null, interval: null, passRate: null, passed: null };
  }
  const average = mean(values);
  return {
    measured: values.length,
    unmeasured,
    mean: average,
    interval: bootstrapInterval(ordered, mean),
    passRate: threshold === null ? null : values.filter((score) => meets(score, threshold)).length / values.length,
    passed: threshold === null ? null : meets(average, threshold),
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
