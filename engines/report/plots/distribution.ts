/** Distributions over a logarithmic axis: bars, and the outline of a second one. */
import { coordinate, count, figure } from '../numbers.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { logAxis } from './axis.ts';
import type { Axis } from './axis.ts';
import { startOf } from './log-bins.ts';
import type { LogBins } from './log-bins.ts';

const SIZE = { width: 320, height: 140, side: 12, top: 14, bottom: 18 };

/** An axis for all of these distributions; `null`: they are empty. */
export function axisOf(distributions: readonly LogBins[]): Axis | null {
  const bins = distributions.flatMap((distribution) => [...distribution.keys()]);
  if (bins.length === 0) return null;
  const [least, most] = [Math.min(...bins), Math.max(...bins)];
  return logAxis(startOf(least), startOf(most + 1));
}

export interface Distribution {
  /** Drawn as bars. */
  readonly bins: LogBins;
  /** Drawn as a dashed outline. */
  readonly second: LogBins;
  readonly axis: Axis;
  /** Drawn as a dashed line; `null`: none. */
  readonly limit: number | null;
}

export function distributionPlot(label: string, { bins, second, axis, limit }: Distribution): Html {
  const { width, height, side, top, bottom } = SIZE;
  const [across, base] = [width - 2 * side, height - bottom];
  const most = Math.max(1, ...bins.values(), ...second.values());
  const x = (value: number): string => coordinate(side + across * axis.at(value));
  const y = (found: number): string => coordinate(base - ((base - top) * found) / most);
  const bars = [...bins].map(([bin, found]) => {
    return `M${x(startOf(bin))} ${base}V${y(found)}H${x(startOf(bin + 1))}V${base}Z`;
  });
  const ticks = axis.ticks.map((tick, index) => {
    const anchor = index === 0 ? 'start' : index === axis.ticks.length - 1 ? 'end' : 'middle';
    return html`<line class="axis" x1="${x(tick)}" x2="${x(tick)}" y1="${base}" y2="${base + 3}" /><text
        x="${x(tick)}"
        y="${height - 4}"
        text-anchor="${anchor}"
      >
        ${figure(tick)}
      </text>`;
  });
  const isInside = limit !== null && limit >= axis.low && limit <= axis.high;
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <path class="bar" d="${bars.join('')}" />
    <path class="curve second" d="${outlineOf(second, x, y)}" />
    <line class="axis" x1="${side}" x2="${side + across}" y1="${base}" y2="${base}" />
    ${isInside && html`<line class="limit" x1="${x(limit)}" x2="${x(limit)}" y1="${top}" y2="${base}" />`} ${ticks}
    <text x="${side}" y="10">${count(most)}</text>
  </svg>`;
}

/** The steps over the bins: down to the base where one is empty. */
function outlineOf(bins: LogBins, x: (value: number) => string, y: (found: number) => string): string {
  const sorted = [...bins].sort(([a], [b]) => a - b);
  return sorted
    .map(([bin, found], index) => {
      const isConnected = index > 0 && sorted[index - 1]?.[0] === bin - 1;
      const isEnd = sorted[index + 1]?.[0] !== bin + 1;
      const begin = isConnected ? '' : `M${x(startOf(bin))} ${y(0)}`;
      return `${begin}V${y(found)}H${x(startOf(bin + 1))}${isEnd ? `V${y(0)}` : ''}`;
    })
    .join('');
}
