/** How the figures of a performance run change with its load, as plots. */
import { curvesPlot } from '../../../report/plots/curves.ts';
import type { Curve } from '../../../report/plots/curves.ts';
import { html } from '../../../report/html.ts';
import type { Html } from '../../../report/html.ts';
import type { LevelReport } from '../../performance/level-report.ts';
import type { Objective } from '../../performance/load.ts';
import { levelName } from './level.ts';
import type { ReportedLevel } from './level.ts';

/** A figure of a level; `null`: it has none. */
type Reading = (report: LevelReport) => number | null;

/** Points in the order of the load; levels without one of the figures are left out. */
function curveOf(name: string, levels: readonly ReportedLevel[], xOf: Reading, yOf: Reading): Curve {
  const sorted = levels.toSorted((a, b) => loadOf(a.report) - loadOf(b.report) || a.ordinal - b.ordinal);
  const points = sorted.flatMap((level) => {
    const [x, y] = [xOf(level.report), yOf(level.report)];
    const isInvalid = level.report.invalid.length > 0;
    return x === null || y === null ? [] : [{ x, y, title: levelName(level), isInvalid }];
  });
  return { name, points };
}

const loadOf = ({ load }: LevelReport): number => load.rate ?? load.parallel ?? 0;
/** Title of an axis of durations. */
const MS = 'ms';

const qps: Reading = (report) => report.qps;

export function loadPlots(levels: readonly ReportedLevel[], objective: Objective | null): Html {
  const isOpen = levels.some(({ report }) => report.load.rate !== null);
  const timing = (name: 'latency_from_intended' | 'ttft_from_intended'): readonly Curve[] => [
    curveOf('p50', levels, qps, ({ timings }) => timings[name]?.p50 ?? null),
    curveOf('p99', levels, qps, ({ timings }) => timings[name]?.p99 ?? null),
  ];
  const throughput = [
    curveOf('answered', levels, loadOf, qps),
    ...(objective ? [curveOf('within the objective', levels, loadOf, ({ goodput }) => goodput)] : []),
  ];
  const plots = [
    plotOf(
      'Throughput against latency',
      'answered requests/s',
      MS,
      timing('latency_from_intended'),
      objective?.latency_ms,
    ),
    plotOf(
      'Throughput against time to first token',
      'answered requests/s',
      MS,
      timing('ttft_from_intended'),
      objective?.ttft_ms,
    ),
    plotOf('Load against throughput', isOpen ? 'requests/s sent' : 'users', 'requests/s', throughput),
  ];
  return html`<div class="plots">${plots}</div>
    <p class="muted">
      Each point is a level, durations from the intended start. Hollow points are levels that are not valid.
    </p>`;
}

/** The share of the requests that met the objective, by load. */
export function sharePlot(levels: readonly ReportedLevel[], xTitle: string, share: number): Html {
  const curve = curveOf('within the objective', levels, loadOf, ({ within_objective: part }) => part && 100 * part);
  return html`<div class="plots">
    ${plotOf('Load against objective', xTitle, '% of the requests', [curve], 100 * share)}
  </div>`;
}

function plotOf(
  title: string,
  xTitle: string,
  yTitle: string,
  curves: readonly Curve[],
  limit: number | null = null,
): Html | false {
  const plot = curvesPlot({
    label: `${title}: the table of levels has the same figures`,
    xTitle,
    yTitle,
    curves,
    limit,
    mayBeLogarithmic: yTitle === MS,
  });
  return (
    plot &&
    html`<figure>
      <figcaption>${title}</figcaption>
      ${plot}
    </figure>`
  );
}
