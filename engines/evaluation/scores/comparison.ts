/** Two runs over the same cases, by one metric and judge. */
import type { Outcome } from '../options.ts';
import { mean } from '../../statistics/bootstrap.ts';
import { compareRuns } from '../../statistics/paired.ts';
import type { PairedDifference } from '../../statistics/paired.ts';

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

export interface MeasurementComparison extends PairedDifference {
  readonly pairs: number;
  /** Groups of these pairs. */
  readonly groups: number;
  readonly baselineMean: number;
  readonly candidateMean: number;
  /** Pairs in which the candidate is better, worse and equal. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Of the candidate; decided by a p-value below .05, which few groups cannot have whatever their scores. */
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
  const groups = byGroup(pairs);
  const compared = compareRuns([...groups.values()]);
  const baselineMean = mean(pairs.map(({ baseline }) => baseline));
  const candidateMean = mean(pairs.map(({ candidate }) => candidate));
  const losses = pairs.filter((pair) => gain(pair) < 0);
  const wins = pairs.filter((pair) => gain(pair) > 0).length;
  const isBetter = direction === 'higher' ? compared.difference > 0 : compared.difference < 0;
  const undecided =
    leastPValue(groups.size) >= SIGNIFICANT && compared.difference !== 0 ? 'too_few_groups' : 'undecided';
  return {
    ...compared,
    pairs: pairs.length,
    groups: groups.size,
    baselineMean,
    candidateMean,
    wins,
    losses: losses.length,
    ties: pairs.length - wins - losses.length,
    outcome: compared.pValue >= SIGNIFICANT ? undecided : isBetter ? 'better' : 'worse',
    regressions: losses.toSorted((a, b) => gain(a) - gain(b)).slice(0, MOST_REGRESSIONS),
  };
}

/** When all groups differ in the same direction, only two of all assignments of signs are as extreme. */
const leastPValue = (groups: number): number => 2 ** (1 - groups);

function byGroup(pairs: readonly ScoredPair[]): Map<string, { a: number; b: number }[]> {
  const groups = new Map<string, { a: number; b: number }[]>();
  for (const { group, baseline: a, candidate: b } of pairs) {
    const found = groups.get(group);
    if (found) found.push({ a, b });
    else groups.set(group, [{ a, b }]);
  }
  return groups;
}
