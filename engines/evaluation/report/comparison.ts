/** The comparison of two runs as a page. */
import type { MeasurementComparison } from '../scores/comparison.ts';
import type { Outcome } from '../options.ts';
import { HEADLINE, clipped } from '../../report/clipped.ts';
import { html } from '../../report/html.ts';
import type { Html } from '../../report/html.ts';
import { count, score } from '../../report/numbers.ts';
import { page } from '../../report/page.ts';
import { intervalPlot } from '../../report/plots/interval.ts';
import { table } from '../../report/table.ts';

export interface ComparisonReport {
  /** Jobs. */
  readonly baseline: string;
  readonly candidate: string;
  /** Cases that both have. */
  readonly pairs: number;
  /** What is asked in a case of the baseline, by its index: of the regressions. */
  readonly questions: ReadonlyMap<number, string>;
  readonly metrics: readonly (MeasurementComparison & { readonly title: string; readonly judge: string | null })[];
}

type Compared = ComparisonReport['metrics'][number];

export function comparisonPage({ baseline, candidate, pairs, questions, metrics }: ComparisonReport): string {
  const numbers = (...titles: string[]) => titles.map((number) => ({ number }));
  const columns = [
    'Metric',
    'Candidate is',
    ...numbers('Difference'),
    '95 % interval',
    ...numbers('p-value', 'Baseline', 'Candidate', 'Wins, losses, ties'),
  ];
  const content = html`<h1>Comparison of two runs</h1>
    <p class="muted">Baseline ${baseline} · candidate ${candidate} · ${count(pairs)} cases in common</p>
    ${table('Metrics', columns, metrics.map(metricRow))}
    <p class="muted">p-values are those of a paired permutation test; below .05 the difference counts.</p>
    ${metrics.filter(({ regressions }) => regressions.length > 0).map((metric) => regressionsOf(metric, questions))}`;
  return page('Comparison of two runs', content);
}

const COLOURS: Readonly<Record<Outcome, string>> = {
  better: 'good',
  worse: 'bad',
  undecided: 'muted',
  too_few_groups: 'muted',
};

const outcomeOf = ({ outcome, groups }: Compared): string =>
  outcome === 'too_few_groups'
    ? `undecided: ${groups} ${groups === 1 ? 'group' : 'groups'}, at least 6 can decide`
    : outcome;

const named = ({ title, judge }: Compared): string => (judge === null ? title : `${title} (${judge})`);

function metricRow(metric: Compared): readonly (string | Html)[] {
  const { outcome, difference, interval, pValue, baselineMean, candidateMean, wins, losses, ties } = metric;
  const widest = Math.max(Math.abs(interval?.low ?? 0), Math.abs(interval?.high ?? 0), Math.abs(difference));
  return [
    named(metric),
    html`<span class="verdict ${COLOURS[outcome]}">${outcomeOf(metric)}</span>`,
    `${difference > 0 ? '+' : ''}${score(difference)}`,
    interval
      ? html`${score(interval.low)} to ${score(interval.high)}${intervalPlot([-widest, widest], difference, interval)}`
      : '–',
    pValue.toPrecision(2),
    score(baselineMean),
    score(candidateMean),
    [wins, losses, ties].map(count).join(', '),
  ];
}

function regressionsOf(metric: Compared, questions: ComparisonReport['questions']): Html {
  const label = `Regressions of ${named(metric)}`;
  const numbers = ['Baseline', 'Candidate', 'Index in the baseline', 'Index in the candidate'];
  const rows = metric.regressions.map(({ baselineIndex, candidateIndex, baseline, candidate }) => [
    html`<span class="wide" dir="auto"
      >${clipped(questions.get(baselineIndex) ?? `Case ${baselineIndex}`, HEADLINE)}</span
    >`,
    score(baseline),
    score(candidate),
    String(baselineIndex),
    String(candidateIndex),
  ]);
  return html`<h2>${label}</h2>
    ${table(label, ['Case', ...numbers.map((number) => ({ number }))], rows)}`;
}
