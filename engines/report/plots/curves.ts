/** Points over two axes, connected in their order: how one figure changes with another. */
import { coordinate, figure } from '../numbers.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { linearAxis, logAxis } from './axis.ts';
import type { Axis } from './axis.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
  /** Shown when it is pointed at. */
  readonly title: string;
  /** Hollow, and not connected: the figures are not to be trusted. */
  readonly isInvalid: boolean;
}

export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface Curves {
  /** For those who do not see it. */
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** One or two: the second is dashed. */
  readonly curves: readonly Curve[];
  /** A dotted line across; `null`: none. */
  readonly limit: number | null;
  /** Whether values that differ much have a logarithmic axis. */
  readonly mayBeLogarithmic: boolean;
}

const SIZE = { width: 320, height: 220, left: 44, right: 14, top: 34, bottom: 34 };
/** Values that differ by more have a logarithmic axis. */
const MOST_RATIO = 20;

/** Nothing without a point. */
export function curvesPlot({ label, xTitle, yTitle, curves, limit, mayBeLogarithmic }: Curves): Html | false {
  const points = curves.flatMap((curve) => curve.points);
  if (points.length === 0) return false;
  const { width, height, left, right, top, bottom } = SIZE;
  const xAxis = linearAxis(Math.max(...points.map(({ x }) => x)));
  const yAxis = axisFor([...points.map(({ y }) => y), ...(limit === null ? [] : [limit])], mayBeLogarithmic);
  const x = (value: number): string => coordinate(left + (width - left - right) * xAxis.at(value));
  const y = (value: number): string => coordinate(height - bottom - (height - top - bottom) * yAxis.at(value));
  const base = height - bottom;
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${yAxis.ticks.map(
      (tick) =>
        html`<line class="axis" x1="${left}" x2="${width - right}" y1="${y(tick)}" y2="${y(tick)}" />
          <text x="${left - 5}" y="${y(tick)}" dy="3.5" text-anchor="end">${figure(tick)}</text>`,
    )}
    ${xAxis.ticks.map((tick) => html`<text x="${x(tick)}" y="${base + 13}" text-anchor="middle">${figure(tick)}</text>`)}
    ${limit !== null && html`<line class="limit" x1="${left}" x2="${width - right}" y1="${y(limit)}" y2="${y(limit)}" /><text x="${width - right}" y="${y(limit)}" dy="-3" text-anchor="end">objective</text>`}
    ${curves.map((curve, index) => drawn(curve, index === 0 ? '' : 'second', x, y))} ${curves.map(legend)}
    <text x="${left}" y="10">${yTitle}</text>
    <text x="${width - right}" y="${height - 5}" text-anchor="end">${xTitle}</text>
  </svg>`;
}

function axisFor(values: readonly number[], mayBeLogarithmic: boolean): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return mayBeLogarithmic && least > 0 && most / least > MOST_RATIO ? logAxis(least, most) : linearAxis(most);
}

type Place = (value: number) => string;

function drawn({ name, points }: Curve, kind: '' | 'second', x: Place, y: Place): Html {
  const line = points.filter(({ isInvalid }) => !isInvalid).map((point) => `${x(point.x)},${y(point.y)}`);
  const dots = points.map(
    (point) =>
      html`<circle class="point ${kind}${point.isInvalid && ' invalid'}" cx="${x(point.x)}" cy="${y(point.y)}" r="3.5">
        <title>${point.title}, ${name}: ${figure(point.y)}</title>
      </circle>`,
  );
  return html`<polyline class="curve ${kind}" points="${line.join(' ')}" />${dots}`;
}

function legend({ name }: Curve, index: number): Html {
  const [at, kind] = [SIZE.left + index * 120, index === 0 ? '' : 'second'];
  return html`<line class="curve ${kind}" x1="${at}" x2="${at + 18}" y1="22" y2="22" /><text x="${at + 23}" y="25.5">
      ${name}
    </text>`;
}
