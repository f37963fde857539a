/** The report of a performance run. */
import { count, figure, figureOrDash } from '../../../report/numbers.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { page } from '../../../report/page.ts';
import { axisOf } from '../../../report/plots/distribution.ts';
import { table } from '../../../report/table.ts';
import type { Objective, RequestShape } from '../../performance/load.ts';
import { performanceMetric } from '../../performance/metrics.ts';
import { verdict } from '../verdict.ts';
import { loadPlots } from './curves.ts';
import { levelSection } from './level.ts';
import type { Axes, ReportedLevel } from './level.ts';
import { clientTable, failureTable, invalidLevels, levelTable, stallTable } from './tables.ts';
import { searchSection } from './trials.ts';
import type { ReportedSearch } from './trials.ts';

export interface PerformanceReport {
  readonly jobId: string;
  readonly name: string | null;
  /** RFC 3339: when the job was submitted. */
  readonly submittedAt: string;
  /** The address that was called. */
  readonly endpoint: string;
  /** What all requests have in common. */
  readonly request: RequestShape;
  readonly objective: Objective | null;
  readonly passed: boolean | null;
  readonly gates: readonly ReportedGate[];
  readonly search: ReportedSearch | null;
  /** In order. */
  readonly levels: readonly ReportedLevel[];
}

export interface ReportedGate {
  readonly metric_key: string;
  readonly threshold: number | null;
  /** Of each level that counts; `null`: it has no such figure. */
  readonly values: readonly (number | null)[];
  readonly passed: boolean | null;
}

/** More levels than this are closed at first. */
const MOST_OPEN = 6;

export function performancePage(report: PerformanceReport): string {
  const { name, jobId, levels, objective, search } = report;
  const axes: Axes = {
    ttft: axisOf(levels.flatMap(({ bins }) => [bins.ttft, bins.ttft_from_intended])),
    latency: axisOf(levels.flatMap(({ bins }) => [bins.latency, bins.latency_from_intended])),
  };
  const content = html`${header(report)} ${gateTable(report)} ${invalidLevels(levels)}
    <h2>Levels</h2>
    ${levelTable(levels)}
    <p class="muted">TTFT is the time to the first token. Durations are milliseconds, from the send of a request.</p>
    <h2>Load, throughput and latency</h2>
    ${loadPlots(levels, objective)} ${search !== null && searchSection(levels, search)}
    <h2>Distributions and percentiles</h2>
    <p class="muted">
      Bars count the requests by their duration from the send, on a logarithmic axis. The dashed outline counts from the
      intended start.
    </p>
    ${levels.map((level) => levelSection(level, axes, objective, levels.length <= MOST_OPEN))}
    <h2>Stalls</h2>
    <p>
      A request that waits because the endpoint stalls is late from its intended start, even if it is fast once it has
      been sent. Latencies are milliseconds.
    </p>
    ${stallTable(levels)} ${failureTable(levels)}
    <h2>Load generator</h2>
    <p>How late and how busy the load generator was itself. Durations are milliseconds.</p>
    ${clientTable(levels)}
    <footer>Tidemill · job ${jobId}</footer>`;
  return page(titleOf({ name, jobId }), content);
}

const titleOf = ({ name, jobId }: Pick<PerformanceReport, 'name' | 'jobId'>): string => `Performance ${name ?? jobId}`;

function header(report: PerformanceReport): Html {
  const { name, jobId, submittedAt, endpoint, request, objective, levels, passed } = report;
  const invalid = levels.filter((level) => level.report.invalid.length > 0).length;
  const valid =
    invalid === 0 ? 'all levels are valid' : `levels that are not valid: ${count(invalid)} of ${count(levels.length)}`;
  return html`<h1>${titleOf({ name, jobId })}</h1>
    <p class="muted">
      ${count(levels.length)} levels · submitted ${submittedAt.slice(0, 16).replace('T', ' ')} UTC · job ${jobId}
    </p>
    <p>${endpoint} · model ${request.model} · ${request.stream ? 'streamed' : 'not streamed'}${tokensText(request)}</p>
    ${objective && html`<p>Objective of a request: ${objectiveText(objective)}.</p>`}
    <p>Gates: ${verdict(passed)} · ${valid}</p>`;
}

const tokensText = ({ max_tokens }: RequestShape): string =>
  max_tokens === null ? '' : ` · at most ${count(max_tokens)} tokens`;

function objectiveText({ ttft_ms, tpot_ms, latency_ms }: Objective): string {
  const parts: readonly (readonly [string, number | null])[] = [
    ['time to first token', ttft_ms],
    ['time per output token', tpot_ms],
    ['latency', latency_ms],
  ];
  return parts.flatMap(([name, limit]) => (limit === null ? [] : [`${name} ≤ ${figure(limit)} ms`])).join(', ');
}

function gateTable({ gates, search }: PerformanceReport): Html | false {
  if (gates.length === 0) return false;
  const rows = gates.map(({ metric_key, threshold, values, passed }) => {
    const metric = performanceMetric(metric_key);
    const sign = metric?.direction === 'higher' ? '≥' : '≤';
    const limit = threshold === null ? '–' : `${sign} ${figure(threshold)}`;
    const name = html`${metric?.title ?? metric_key}<span class="key">${metric_key}</span>`;
    return [name, limit, values.map(figureOrDash).join(', '), verdict(passed)];
  });
  const which = search === null ? 'Values of the levels' : 'Values at the largest load';
  return html`<h2>Metrics</h2>
    ${table('Metrics', ['Metric', { number: 'Threshold' }, which, 'Gate'], rows)}`;
}
