/** A mean, or a difference, with its interval on a range. */
import { coordinate } from '../numbers.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';

const WIDTH = 100;
const HEIGHT = 12;

/** Decoration beside the same figures in words. */
export function intervalPlot(
  [low, high]: readonly [number, number],
  mean: number,
  interval: { readonly low: number; readonly high: number } | null,
): Html {
  const at = (value: number): string => coordinate(4 + ((WIDTH - 8) * (value - low)) / (high - low || 1));
  const middle = HEIGHT / 2;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <line class="axis" x1="4" x2="${WIDTH - 4}" y1="${middle}" y2="${middle}" />
    ${low < 0 && high > 0 && html`<line class="axis" x1="${at(0)}" x2="${at(0)}" y1="0" y2="${HEIGHT}" />`}
    ${interval && html`<line class="curve" x1="${at(interval.low)}" x2="${at(interval.high)}" y1="${middle}" y2="${middle}" />`}
    <circle class="point" cx="${at(mean)}" cy="${middle}" r="3" />
  </svg>`;
}
