/** How far the judges of a run agree, in its report. */
import { count, scoreOrDash } from '../../../report/numbers.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { table } from '../../../report/table.ts';
import { doAgree, panelsOf } from '../../judges/agreement.ts';
import type { JudgesAgreement } from '../../judges/agreement.ts';
import type { ScoredCase } from '../../scores/scored-case.ts';
import { meets } from '../../scores/summary.ts';
import type { ReportedMetric } from './metric.ts';

export interface ReportedAgreement extends JudgesAgreement {
  /** Indexes of the metric by the one and the other judge. */
  readonly positions: readonly number[];
}

/** Nothing when no metric has several judges. */
export function agreementTable(metrics: readonly ReportedMetric[], pairs: readonly ReportedAgreement[]): Html | false {
  if (pairs.length === 0) return false;
  const rows = pairs.map(({ positions, cases, kappa, spearman }) => {
    const [first, second] = positions.map((position) => metrics[position]);
    const names = [first?.title ?? '', first?.judge ?? '', second?.judge ?? ''];
    return [...names, count(cases), scoreOrDash(kappa), scoreOrDash(spearman)];
  });
  const numbers = ['Cases of both', 'Kappa', 'Spearman'].map((number) => ({ number }));
  return html`<h2>Agreement of the judges</h2>
    ${table('Agreement of the judges', ['Metric', 'Judge', 'Other judge', ...numbers], rows)}
    <p class="muted">
      Kappa compares which cases meet the threshold: 1 is full agreement, 0 that of chance. Spearman compares the order
      of the scores.
    </p>`;
}

/** The titles of the metrics whose judges disagree whether the case meets the threshold. */
export function disputed(
  { scores }: Pick<ScoredCase, 'scores'>,
  metrics: readonly ReportedMetric[],
  pairs: readonly ReportedAgreement[],
): readonly string[] {
  return panelsOf(pairs).flatMap((positions) => {
    const [metric] = positions.flatMap((position) => metrics[position] ?? []);
    if (!metric || metric.threshold === null) return [];
    const { threshold, title } = metric;
    const found = positions.map((position) => scores.find((one) => one.position === position)?.score ?? null);
    return doAgree(found, (value) => meets(metric, value, threshold)) === false ? [title] : [];
  });
}
