/** A level of a performance run in its report: its figures and how its durations are distributed. */
import { distributionPlot } from '../../../report/plots/distribution.ts';
import type { Axis } from '../../../report/plots/axis.ts';
import type { LogBins } from '../../../report/plots/log-bins.ts';
import { count, figure, figureOrDash } from '../../../report/numbers.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import { table } from '../../../report/table.ts';
import type { LevelReport } from '../../performance/level-report.ts';
import type { Objective } from '../../performance/load.ts';
import type { Timing } from '../../performance/tally.ts';

export interface ReportedLevel {
  /** Its place among the levels of the run, from 0. */
  readonly ordinal: number;
  /** Its load in words: `16 users`. */
  readonly load: string;
  readonly report: LevelReport;
  readonly bins: Readonly<Record<Plotted, LogBins>>;
}

/** Durations whose distribution is drawn. */
export const PLOTTED = ['ttft', 'ttft_from_intended', 'latency', 'latency_from_intended'] as const;
export type Plotted = (typeof PLOTTED)[number];

/** Axes that all levels share; `null`: no level has such durations. */
export interface Axes {
  readonly ttft: Axis | null;
  readonly latency: Axis | null;
}

export const levelName = ({ ordinal, load }: Pick<ReportedLevel, 'ordinal' | 'load'>): string =>
  `Level ${ordinal}: ${load}`;

/** Words beside the color: not everybody sees it. */
export function validity({ invalid }: Pick<LevelReport, 'invalid'>): Html {
  return invalid.length === 0
    ? html`<span class="verdict good">✓ valid</span>`
    : html`<span class="verdict bad">✗ invalid</span>`;
}

/** Closed at first unless `isOpen`. */
export function levelSection(level: ReportedLevel, axes: Axes, objective: Objective | null, isOpen: boolean): Html {
  const { report, bins } = level;
  const { requests, succeeded, seconds, tokens, processes } = report;
  const interruptions = processes > 1 && ` It was interrupted ${count(processes - 1)} times.`;
  const plots = [
    plot('Time to first token', [bins.ttft, bins.ttft_from_intended], axes.ttft, objective?.ttft_ms ?? null),
    plot('Latency', [bins.latency, bins.latency_from_intended], axes.latency, objective?.latency_ms ?? null),
  ];
  return html`<details class="fold" id="level-${level.ordinal}" ${isOpen && html` open`}>
    <summary><strong>${levelName(level)}</strong> ${validity(report)}</summary>
    <div>
      <p>
        ${count(succeeded)} of ${count(requests)} requests were answered in ${figure(seconds)} s.
        ${tokensText(tokens)}${interruptions}
      </p>
      <div class="plots">${plots}</div>
      ${quantileTable(level)}
    </div>
  </details> `;
}

function tokensText({ source, output, output_per_second }: LevelReport['tokens']): string {
  if (source === null || output_per_second === null) return '';
  const counted = {
    usage: 'as the endpoint counts them',
    chunks: 'counted as pieces of text',
    mixed: 'in part counted as pieces of text',
  };
  return `${count(output)} output tokens, ${figure(output_per_second)} a second (${counted[source]}).`;
}

function plot(
  title: string,
  [bins, second]: readonly [LogBins, LogBins],
  axis: Axis | null,
  limit: number | null,
): Html | false {
  if (axis === null || bins.size === 0) return false;
  return html`<figure>
    <figcaption>${title}, ms</figcaption>
    ${distributionPlot(`${title}: how many requests took how long`, { bins, second, axis, limit })}
  </figure>`;
}

const ROWS: readonly (readonly [Timing, string])[] = [
  ['ttft', 'Time to first token'],
  ['ttft_from_intended', 'the same from the intended start'],
  ['latency', 'Latency'],
  ['latency_from_intended', 'the same from the intended start'],
  ['tpot', 'Time per output token'],
  ['inter_token', 'Between pieces of text'],
];
const QUANTILES = ['p50', 'p90', 'p95', 'p99', 'max', 'mean'] as const;

function quantileTable({ ordinal, report }: ReportedLevel): Html {
  return table(
    `Durations of level ${ordinal}`,
    ['Milliseconds', ...QUANTILES.map((number) => ({ number }))],
    ROWS.map(([timing, title]) => {
      return [title, ...QUANTILES.map((name) => figureOrDash(report.timings[timing]?.[name] ?? null))];
    }),
  );
}
