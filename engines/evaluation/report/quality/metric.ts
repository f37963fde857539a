/** A metric of a run in its report. */
import { histogramPlot } from '../plots/histogram.ts';
import type { Histogram } from '../plots/histogram.ts';
import { intervalPlot } from '../plots/interval.ts';
import { count, percent, score, scoreOrDash } from '../numbers.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';

export interface ReportedMetric {
  readonly key: string;
  readonly title: string;
  /** Who judged; `null` for a metric without a judge. */
  readonly judge: string | null;
  readonly threshold: number | null;
  readonly direction: 'higher' | 'lower';
  readonly measured: number;
  /** Cases without a score, by reason. */
  readonly unmeasured: Readonly<Record<string, number>>;
  readonly mean: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly passRate: number | null;
  readonly passed: boolean | null;
  /** Of the scores. */
  readonly histogram: Histogram;
}

export const meets = ({ direction }: Pick<ReportedMetric, 'direction'>, score: number, limit: number): boolean =>
  direction === 'higher' ? score >= limit : score <= limit;

export function metricTable(metrics: readonly ReportedMetric[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Metrics">
    <table>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col">Judge</th>
          <th scope="col" class="number">Mean</th>
          <th scope="col">95 % interval</th>
          <th scope="col" class="number">Threshold</th>
          <th scope="col">Gate</th>
          <th scope="col" class="number">Cases that pass</th>
          <th scope="col" class="number">Measured</th>
          <th scope="col">Unmeasured</th>
        </tr>
      </thead>
      <tbody>
        ${metrics.map(metricRow)}
      </tbody>
    </table>
  </div>`;
}

function metricRow(metric: ReportedMetric): Html {
  const { key, title, judge, mean, interval, threshold, direction, passed, passRate, measured, unmeasured } = metric;
  const { low, high } = metric.histogram;
  const limit = threshold === null ? '–' : `${direction === 'higher' ? '≥' : '≤'} ${score(threshold)}`;
  const reasons = Object.entries(unmeasured).map(([reason, cases]) => `${reason}: ${count(cases)}`);
  return html`<tr>
    <th scope="row">${title}<span class="key">${key}</span></th>
    <td>${judge ?? '–'}</td>
    <td class="number">${scoreOrDash(mean)}</td>
    <td>
      ${interval ? `${score(interval.low)} to ${score(interval.high)}` : '–'}${mean !== null && intervalPlot([low, high], mean, interval)}
    </td>
    <td class="number">${limit}</td>
    <td>${verdict(passed)}</td>
    <td class="number">${passRate === null ? '–' : percent(passRate)}</td>
    <td class="number">${count(measured)}</td>
    <td>${reasons.length === 0 ? '–' : reasons.join(', ')}</td>
  </tr>`;
}

/** Words beside the color: not everybody sees it. */
export function verdict(passed: boolean | null): Html {
  if (passed === null) return html`<span class="muted">–</span>`;
  return passed ? html`<span class="verdict good">✓ passed</span>` : html`<span class="verdict bad">✗ failed</span>`;
}

/** The distribution of the scores of each metric that has any. */
export function distributions(metrics: readonly ReportedMetric[]): Html {
  const plots = metrics
    .filter(({ measured }) => measured > 0)
    .map(({ title, judge, histogram, threshold, mean, measured }) => {
      const label = `Scores of ${count(measured)} cases, mean ${scoreOrDash(mean)}${threshold === null ? '' : `, threshold ${score(threshold)}`}`;
      const by = judge === null ? '' : ` (${judge})`;
      return html`<figure>
        <figcaption>${title}${by}</figcaption>
        ${histogramPlot(label, histogram, threshold)}
      </figure>`;
    });
  return html`<div class="plots">${plots}</div>`;
}
