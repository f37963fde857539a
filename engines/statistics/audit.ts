/** How well the scores of a judge agree with the labels of people. */
import { cohensKappa } from './agreement.ts';
import { bootstrapInterval } from './bootstrap.ts';
import type { Interval } from './bootstrap.ts';
import { areaUnderRoc, spearman } from './ranks.ts';

export interface AuditedCase {
  /** Document or conversation of the case. */
  readonly group: string;
  /** What people gave it; higher is better. */
  readonly label: number;
  /** Whether they found it good. */
  readonly isGood: boolean;
  /** Of the judge; higher is better. */
  readonly score: number;
  /** Length of the answer. */
  readonly length: number;
}

/** NaN where it is not defined, such as AUC without bad cases. */
export interface Figure {
  readonly value: number;
  /** 95 %, over groups; `null` for fewer than two groups, or without a value. */
  readonly interval: Interval | null;
}

export interface Audit {
  /** Probability that a good case scores above a bad one. */
  readonly auc: Figure;
  /**
   * The same for the length of the answer, longer or shorter, whichever does better: a judge that is no better does not
   * use the content.
   */
  readonly lengthAuc: number;
  /** Agreement beyond chance of the verdicts at the threshold; `null` without a threshold. */
  readonly kappa: Figure | null;
  /** Correlation of the ranks of scores and labels. */
  readonly spearman: Figure;
}

/** `threshold`: a case that scores as much is good in the judge's eyes. */
export function auditOf(cases: readonly AuditedCase[], threshold: number | null): Audit {
  const groups = [...Map.groupBy(cases, ({ group }) => group).values()];
  const figure = (statistic: (cases: readonly AuditedCase[]) => number): Figure => ({
    value: statistic(cases),
    interval: bootstrapInterval(groups, statistic),
  });
  const byLength = aucOf(cases, ({ length }) => length);
  return {
    auc: figure((some) => aucOf(some, ({ score }) => score)),
    lengthAuc: Math.max(byLength, 1 - byLength),
    kappa: threshold === null ? null : figure((some) => kappaOf(some, threshold)),
    spearman: figure((some) =>
      spearman(
        some.map(({ label }) => label),
        some.map(({ score }) => score),
      ),
    ),
  };
}

const aucOf = (cases: readonly AuditedCase[], scoreOf: (audited: AuditedCase) => number): number =>
  areaUnderRoc(cases.map((audited) => ({ isPositive: audited.isGood, score: scoreOf(audited) })));

const kappaOf = (cases: readonly AuditedCase[], threshold: number): number =>
  cohensKappa(
    cases.map(({ isGood }) => isGood),
    cases.map(({ score }) => score >= threshold),
  );
