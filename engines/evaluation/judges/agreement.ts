/** How far judges agree on the same cases. */
import { cohensKappa } from '../../statistics/agreement.ts';
import { spearman } from '../../statistics/ranks.ts';

export interface JudgesAgreement {
  /** Cases with a score by both. */
  readonly cases: number;
  /** Of the judgment whether a case is good; `null` without a threshold or a case. */
  readonly kappa: number | null;
  /** Of the scores; `null` when one judge always gives the same, or without a case. */
  readonly spearman: number | null;
}

/**
 * The scores of both judges are in the order of the cases, `null` where there is none. `isGood` is `null` without a
 * threshold.
 */
export function agreementOf(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
  isGood: ((score: number) => boolean) | null,
): JudgesAgreement {
  const both = first.flatMap((a, index) => {
    const b = second[index] ?? null;
    return a === null || b === null ? [] : [{ a, b }];
  });
  const [a, b] = [both.map((pair) => pair.a), both.map((pair) => pair.b)];
  if (both.length === 0) return { cases: 0, kappa: null, spearman: null };
  const correlation = spearman(a, b);
  return {
    cases: both.length,
    kappa:
      isGood &&
      cohensKappa(
        a.map((score) => isGood(score)),
        b.map((score) => isGood(score)),
      ),
    spearman: Number.isNaN(correlation) ? null : correlation,
  };
}

/** The measurements of one metric by several judges, as their positions: a list for each metric. */
export function panelsOf(pairs: readonly { readonly positions: readonly number[] }[]): readonly number[][] {
  const panels: number[][] = [];
  for (const { positions } of pairs) {
    const panel = panels.find((members) => positions.some((position) => members.includes(position)));
    if (panel) panel.push(...positions.filter((position) => !panel.includes(position)));
    else panels.push([...positions]);
  }
  return panels;
}

/** Whether judges agree that a case is good, or that it is not; `null` when fewer than two of them have measured it. */
export function doAgree(scores: readonly (number | null)[], isGood: (score: number) => boolean): boolean | null {
  const verdicts = scores.flatMap((score) => (score === null ? [] : [isGood(score)]));
  return verdicts.length < 2 ? null : new Set(verdicts).size === 1;
}
