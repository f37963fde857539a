/** A row of the tables of agreement. */
import { auditOf } from '../../../engines/statistics/audit.ts';
import type { AuditedCase, Figure } from '../../../engines/statistics/audit.ts';

export interface AgreementRow {
  readonly metric: string;
  readonly dataset: string;
  readonly statistic: string;
  readonly cases: number;
  readonly figure: Figure;
  /** AUC of the length of the answer alone; `null` where it does not apply. */
  readonly lengthBaseline: number | null;
  /** What the figure must reach; `null`: it is only reported. */
  readonly goal: number | null;
  /**
   * Share of the good cases that the metric leaves unmeasured, unless the caller insists; `null` where it leaves none.
   */
  readonly unmeasuredGood: number | null;
}

/** What a row says beside its figure. */
export type Described = Pick<AgreementRow, 'metric' | 'dataset'> &
  Partial<Pick<AgreementRow, 'goal' | 'unmeasuredGood'>>;

const described = ({ metric, dataset, goal = null, unmeasuredGood = null }: Described) => ({
  metric,
  dataset,
  goal,
  unmeasuredGood,
});

/** AUC beside that of the length. None for a set that is absent, or has cases of one kind alone. */
export function aucRow(about: Described, cases: readonly AuditedCase[]): AgreementRow[] {
  const { auc, lengthAuc } = auditOf(cases, null);
  if (Number.isNaN(auc.value)) return [];
  return [{ ...described(about), statistic: 'AUC', cases: cases.length, figure: auc, lengthBaseline: lengthAuc }];
}

/** Kappa of the verdicts at a threshold. */
export function kappaRow(about: Described, cases: readonly AuditedCase[], threshold: number): AgreementRow[] {
  const { kappa } = auditOf(cases, threshold);
  if (cases.length === 0 || kappa === null) return [];
  return [{ ...described(about), statistic: 'kappa', cases: cases.length, figure: kappa, lengthBaseline: null }];
}

/** A share of cases, such as those that were caught. */
export function shareRow(about: Described, statistic: string, hits: number, cases: number): AgreementRow[] {
  if (cases === 0) return [];
  const figure = { value: hits / cases, interval: null };
  return [{ ...described(about), statistic, cases, figure, lengthBaseline: null }];
}

/** As a Markdown table. */
export function printAgreement(rows: readonly AgreementRow[]): void {
  console.log('| metric | dataset | statistic | cases | measured | length alone | goal | good cases unmeasured |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { metric, dataset, statistic, cases, figure, lengthBaseline, goal, unmeasuredGood } of rows) {
    const { value, interval } = figure;
    const range = interval === null ? '' : ` [${three(interval.low)}, ${three(interval.high)}]`;
    const reached = goal === null ? '' : `≥ ${goal}${value >= goal ? '' : ' MISSED'}`;
    const share = unmeasuredGood === null ? '' : `${Math.round(unmeasuredGood * 100)} %`;
    const columns = [metric, dataset, statistic, cases, three(value) + range, three(lengthBaseline), reached, share];
    console.log(`| ${columns.join(' | ')} |`);
  }
}

const three = (value: number | null): string => value?.toFixed(3) ?? '';
