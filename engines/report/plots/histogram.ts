/** How often values occur: bars. */
import { coordinate, count, figure } from '../numbers.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';

export interface Histogram {
  readonly low: number;
  readonly high: number;
  /** Values in each of equally wide bins from `low` to `high`; the last bin includes `high`. */
  readonly counts: readonly number[];
}

const BINS = 20;

/**
 * Values outside of the range belong to its first or last bin. A range without an end (`null`) ends at the largest
 * value.
 */
export function histogramOf(values: readonly number[], [low, end]: readonly [number, number | null]): Histogram {
  const high = end ?? values.reduce((most, value) => Math.max(most, value), low);
  const counts = Array.from({ length: BINS }, () => 0);
  const width = (high - low) / BINS || 1;
  for (const value of values) {
    // In binary, .3 / .05 is a little less than 6.
    const bin = Math.min(Math.max(Math.floor((value - low) / width + 1e-9), 0), BINS - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { low, high, counts };
}

const SIZE = { width: 320, height: 130, left: 8, top: 14, bottom: 18 };

/** `limit` is drawn as a dashed line. */
export function histogramPlot(label: string, { low, high, counts }: Histogram, limit: number | null): Html {
  const { width, height, left, top, bottom } = SIZE;
  const [across, up] = [width - 2 * left, height - top - bottom];
  const most = Math.max(1, ...counts);
  const step = across / counts.length;
  const wide = coordinate(step - 1);
  const edge = (bin: number): string => figure(low + ((high - low) * bin) / counts.length);
  const bars = counts.map((found, bin) => {
    const size = coordinate((up * found) / most);
    const [x, y] = [coordinate(left + bin * step + 0.5), coordinate(top + up - Number(size))];
    const title = `${edge(bin)} to ${edge(bin + 1)}: ${count(found)}`;
    const bar = html`<rect class="bar" x="${x}" y="${y}" width="${wide}" height="${size}"
      ><title>${title}</title></rect
    >`;
    return found > 0 && bar;
  });
  const isInside = limit !== null && low < high && low <= limit && limit <= high;
  const at = isInside && coordinate(left + (across * (limit - low)) / (high - low));
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${bars}
    <line class="axis" x1="${left}" x2="${left + across}" y1="${top + up}" y2="${top + up}" />
    ${at && html`<line class="limit" x1="${at}" x2="${at}" y1="${top}" y2="${top + up}" />`}
    <text x="${left}" y="${height - 5}">${figure(low)}</text>
    <text x="${left + across}" y="${height - 5}" text-anchor="end">${figure(high)}</text>
    <text x="${left}" y="10">${count(most)}</text>
  </svg>`;
}
