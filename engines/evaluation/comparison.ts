/** Two runs over the same cases, by one metric and judge. */
import { mean } from './statistics/bootstrap.ts';
import { compareRuns } from './statistics/paired.ts';
import type { PairedDifference } from './statistics/paired.ts';

/** A case that both runs have measured. */
export interface ScoredPair {
  /** Document or conversation: pairs of a group are not independent. */
  readonly group: string;
  /** Its place among the cases of each run. */
  readonly baselineIndex: number;
  readonly candidateIndex: number;
  readonly baseline: number;
  readonly candidate: number;
}

export type Outcome = 'better' | 'worse' | 'undecided';

export interface MeasurementComparison extends PairedDifference {
  readonly pairs: number;
  readonly baselineMean: number;
  readonly candidateMean: number;
  /** Pairs in which the candidate is better, worse and equal. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Of the candidate; decided by a p-value below .05. */
  readonly outcome: Outcome;
  /** Pairs in which the candidate is worse, the largest loss first. */
  readonly regressions: readonly ScoredPair[];
}

const SIGNIFICANT = 0.05;
const MOST_REGRESSIONS = 20;

/** `null` without any pair. */
export function compareMeasurement(
  pairs: readonly ScoredPair[],
  direction: 'higher' | 'lower',
): MeasurementComparison | null {
  if (pairs.length === 0) return null;
  const gain = ({ baseline, candidate }: ScoredPair): number =>
    direction === 'higher' ? candidate - baseline : baseline - candidate;
  const compared = compareRuns([...byGroup(pairs).values()]);
  const baselineMean = mean(pairs.map(({ baseline }) => baseline));
  const candidateMean = mean(pairs.map(({ candidate }) => candidate));
  const losses = pairs.filter((pair) => gain(pair) < 0);
  const wins = pairs.filter((pair) => gain(pair) > 0).length;
  const isBetter = direction === 'higher' ? compared.difference > 0 : compared.difference < 0;
  return {
    ...compared,
    ...{ pairs: pairs.length, baselineMean, candidateMean, wins },
    losses: losses.length,
    ties: pairs.length - wins - losses.length,
    outcome: compared.pValue >= SIGNIFICANT ? 'undecided' : isBetter ? 'better' : 'worse',
    regressions: losses.toSorted((a, b) => gain(a) - gain(b)).slice(0, MOST_REGRESSIONS),
  };
}

function byGroup(pairs: readonly ScoredPair[]): Map<string, { a: number; b: number }[]> {
  const groups = new Map<string, { a: number; b: number }[]>();
  for (const { group, baseline: a, candidate: b } of pairs) {
    const found = groups.get(group);
    if (found) found.push({ a, b });
    else groups.set(group, [{ a, b }]);
  }
  return groups;
}
