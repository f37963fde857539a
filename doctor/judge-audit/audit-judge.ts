/** Scores of a judge for labelled cases, beside their labels. */
import type { Case } from '../../engines/evaluation/cases/index.ts';
import type { Measured, Metric } from '../../engines/evaluation/metrics/index.ts';
import { auditOf } from '../../engines/statistics/audit.ts';
import type { Audit, AuditedCase } from '../../engines/statistics/audit.ts';
import type { LabelledCase } from './labelled-cases.ts';

/** Measures cases, one after the other or several at once; in their order. */
export type MeasureCases = (cases: readonly Case[]) => Promise<Measured[]>;

export interface AuditedJudge extends Audit {
  readonly measured: number;
  /** Cases without a score, by reason. They are part of no figure. */
  readonly unmeasured: Readonly<Record<string, number>>;
}

export interface AuditRules {
  readonly metric: Pick<Metric, 'direction' | 'threshold'>;
  /** A label from here on is good. */
  readonly good: number;
}

export async function auditJudge(
  cases: readonly LabelledCase[],
  { metric, good }: AuditRules,
  measure: MeasureCases,
): Promise<AuditedJudge> {
  const found = await measure(cases.map(({ subject }) => subject));
  const unmeasured: Record<string, number> = {};
  // Higher is better for the statistics.
  const sign = metric.direction === 'higher' ? 1 : -1;
  const audited = cases.flatMap(({ line, subject, label }, index): AuditedCase[] => {
    const measured = found[index];
    if (measured === undefined) throw new RangeError(`The case of line ${line} was not measured`);
    if ('unmeasured' in measured) {
      unmeasured[measured.unmeasured] = (unmeasured[measured.unmeasured] ?? 0) + 1;
      return [];
    }
    const { group = String(line), actual_output: answer = '' } = subject;
    return [{ group, label, isGood: label >= good, score: sign * measured.score, length: answer.length }];
  });
  const threshold = metric.threshold === null ? null : sign * metric.threshold;
  return { ...auditOf(audited, threshold), measured: audited.length, unmeasured };
}
