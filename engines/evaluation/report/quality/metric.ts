/** A metric of a run in its report. */
import { histogramPlot } from '../../../report/plots/histogram.ts';
import type { Histogram } from '../../../report/plots/histogram.ts';
import { intervalPlot } from '../../../report/plots/interval.ts';
import { count, percent, score, scoreOrDash } from '../../../report/numbers.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { table } from '../../../report/table.ts';
import { verdict } from '../verdict.ts';

export interface ReportedMetric {
  readonly key: string;
  readonly title: string;
  /** Who judged; `null` for a metric without a judge. */
  readonly judge: string | null;
  /** How often each case was measured. */
  readonly repeats: number;
  readonly threshold: number | null;
  readonly direction: 'higher' | 'lower';
  readonly measured: number;
  /** Cases without a score, by reason. */
  readonly unmeasured: Readonly<Record<string, number>>;
  readonly mean: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Standard deviation over the repeats of a case; `null` without repeats. */
  readonly spread: number | null;
  readonly passRate: number | null;
  readonly passed: boolean | null;
  /** Of the scores. */
  readonly histogram: Histogram;
}

export function metricTable(metrics: readonly ReportedMetric[]): Html {
  const hasRepeats = metrics.some(({ repeats }) => repeats > 1);
  const columns = [
    'Metric',
    'Mean',
    '95 % interval',
    ...(hasRepeats ? ['Spread of repeats'] : []),
    'Threshold',
    'Gate',
    'Cases that pass',
    'Measured',
    'Unmeasured',
  ];
  return table(
    'Metrics',
    columns.map((title) => (NUMBERS.has(title) ? { number: title } : title)),
    metrics.map((metric) => metricRow(metric, hasRepeats)),
  );
}

const NUMBERS: ReadonlySet<string> = new Set(['Mean', 'Spread of repeats', 'Threshold', 'Cases that pass', 'Measured']);

function metricRow(metric: ReportedMetric, hasRepeats: boolean): readonly (string | Html)[] {
  const { key, title, judge, mean, interval, threshold, direction, passed, passRate, measured, unmeasured } = metric;
  const { repeats, spread, histogram } = metric;
  const by = judge !== null && html`<span class="key">by ${judge}</span>`;
  const range = interval ? `${score(interval.low)} to ${score(interval.high)}` : '–';
  const plot = mean !== null && intervalPlot([histogram.low, histogram.high], mean, interval);
  const reasons = Object.entries(unmeasured).map(([reason, cases]) => `${reason}: ${count(cases)}`);
  return [
    html`${title}<span class="key">${key}</span>${by}`,
    scoreOrDash(mean),
    html`${range}${plot}`,
    ...(hasRepeats ? [spread === null ? '–' : `± ${score(spread)} over ${repeats}`] : []),
    threshold === null ? '–' : `${direction === 'higher' ? '≥' : '≤'} ${score(threshold)}`,
    verdict(passed),
    passRate === null ? '–' : percent(passRate),
    count(measured),
    reasons.length === 0 ? '–' : reasons.join(', '),
  ];
}

/** The distribution of the scores of each metric that has any. */
export function distributions(metrics: readonly ReportedMetric[]): Html {
  const plots = metrics
    .filter(({ measured }) => measured > 0)
    .map(({ title, judge, histogram, threshold, mean, measured }) => {
      const label =
        `Scores of ${count(measured)} cases, mean ` +
        `${scoreOrDash(mean)}${threshold === null ? '' : `, threshold ${score(threshold)}`}`;
      const by = judge === null ? '' : ` (${judge})`;
      return html`<figure>
        <figcaption>${title}${by}</figcaption>
        ${histogramPlot(label, histogram, threshold)}
      </figure>`;
    });
  return html`<div class="plots">${plots}</div>`;
}
