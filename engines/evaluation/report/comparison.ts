/** The comparison of two runs as a page. */
import type { MeasurementComparison, Outcome } from '../comparison.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { count, score } from './numbers.ts';
import { page } from './page.ts';

export interface ComparisonReport {
  /** Jobs. */
  readonly baseline: string;
  readonly candidate: string;
  /** Cases that both have. */
  readonly pairs: number;
  readonly metrics: readonly (MeasurementComparison & { readonly title: string; readonly judge: string | null })[];
}

type Compared = ComparisonReport['metrics'][number];

export function comparisonPage({ baseline, candidate, pairs, metrics }: ComparisonReport): string {
  const content = html`<h1>Comparison of two runs</h1>
    <p class="muted">Baseline ${baseline} · candidate ${candidate} · ${count(pairs)} cases in common</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Metrics">
      <table>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Candidate is</th>
            <th scope="col" class="number">Difference</th>
            <th scope="col">95 % interval</th>
            <th scope="col" class="number">p-value</th>
            <th scope="col" class="number">Baseline</th>
            <th scope="col" class="number">Candidate</th>
            <th scope="col">Wins, losses, ties</th>
          </tr>
        </thead>
        <tbody>
          ${metrics.map(metricRow)}
        </tbody>
      </table>
    </div>
    <p class="muted">p-values are those of a paired permutation test; below .05 the difference counts.</p>
    ${metrics.filter(({ regressions }) => regressions.length > 0).map(regressionsOf)}`;
  return page('Comparison of two runs', content);
}

const COLOURS: Readonly<Record<Outcome, string>> = { better: 'good', worse: 'bad', undecided: 'muted' };

const named = ({ title, judge }: Compared): string => (judge === null ? title : `${title} (${judge})`);

function metricRow(metric: Compared): Html {
  const { outcome, difference, interval, pValue, baselineMean, candidateMean, wins, losses, ties } = metric;
  return html`<tr>
    <th scope="row">${named(metric)}</th>
    <td><span class="verdict ${COLOURS[outcome]}">${outcome}</span></td>
    <td class="number">${difference > 0 && '+'}${score(difference)}</td>
    <td>${interval ? `${score(interval.low)} to ${score(interval.high)}` : '–'}</td>
    <td class="number">${pValue.toPrecision(2)}</td>
    <td class="number">${score(baselineMean)}</td>
    <td class="number">${score(candidateMean)}</td>
    <td>${[wins, losses, ties].map(count).join(', ')}</td>
  </tr>`;
}

function regressionsOf(metric: Compared): Html {
  const rows = metric.regressions.map(
    ({ baselineIndex, candidateIndex, baseline, candidate }) =>
      html`<tr>
        <td class="number">${baselineIndex}</td>
        <td class="number">${candidateIndex}</td>
        <td class="number">${score(baseline)}</td>
        <td class="number">${score(candidate)}</td>
      </tr>`,
  );
  const label = `Regressions of ${named(metric)}`;
  return html`<h2>${label}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${label}">
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">Case of the baseline</th>
            <th scope="col" class="number">Case of the candidate</th>
            <th scope="col" class="number">Score of the baseline</th>
            <th scope="col" class="number">Score of the candidate</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}
