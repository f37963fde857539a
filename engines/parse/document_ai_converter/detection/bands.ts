/**
 * Cuts a page into bands for text detection. Blank margins, which cost as much as text, are left out; bands run in
 * parallel.
 */

import type { PixelBox, Raster } from '../raster/raster.ts';

export interface Band {
  /** The area that detection sees. */
  readonly box: PixelBox;
  /** The band owns the lines whose middle is between these rows; its neighbours own the others. */
  readonly from: number;
  readonly to: number;
}

/** Side of the cells that are classified as blank or not, and the largest range of tones in a blank one. */
const CELL = 16; // a line of 8 points at 150 dpi
const BLANK_RANGE = 30; // an eighth of the tones
/** Margin that detection sees around ink and beyond a cut, in inches. */
const MARGIN = 0.2; // a line of 14 points
/** Minimum height of a band, in inches. */
const MIN_HEIGHT = 2; // the model finds less in smaller ones
/** How far a cut may move from an even division to hit less ink, in inches. */
const CUT_REACH = 0.75; // three lines of 18 points: one gap is among them

/** At most `count` bands of similar height, from top to bottom; none for a blank page. */
export function bandsOf(raster: Raster, count: number): Band[] {
  const ink = inkOf(raster);
  const first = ink.rows.findIndex((cells) => cells > 0);
  if (first === -1) return [];
  const left = ink.columns.findIndex((cells) => cells > 0);
  const margin = Math.round(MARGIN * raster.dpi);
  const area = {
    x0: Math.max(0, left * CELL - margin),
    y0: Math.max(0, first * CELL - margin),
    x1: Math.min(raster.width, (ink.columns.findLastIndex((cells) => cells > 0) + 1) * CELL + margin),
    y1: Math.min(raster.height, (ink.rows.findLastIndex((cells) => cells > 0) + 1) * CELL + margin),
  };
  const height = area.y1 - area.y0;
  const parts = Math.max(1, Math.min(count, Math.floor(height / (MIN_HEIGHT * raster.dpi))));
  const cuts = Array.from({ length: parts - 1 }, (_, index) => {
    const even = area.y0 + ((index + 1) * height) / parts;
    return emptiestRow(ink.rows, even, CUT_REACH * raster.dpi);
  });
  const edges = [-Infinity, ...cuts, Infinity];
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? -Infinity;
    return {
      from,
      to,
      box: { ...area, y0: Math.max(area.y0, from - margin), y1: Math.min(area.y1, to + margin) },
    };
  });
}

/** How many cells with ink each row and each column of cells has. */
function inkOf({ pixels, width, height }: Raster): { rows: number[]; columns: number[] } {
  const [across, down] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const rows = Array<number>(down).fill(0);
  const columns = Array<number>(across).fill(0);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      let [darkest, lightest] = [255, 0];
      const right = Math.min(width, (column + 1) * CELL);
      for (let y = row * CELL; y < Math.min(height, (row + 1) * CELL); y++) {
        for (let at = y * width + column * CELL; at < y * width + right; at++) {
          const value = pixels[at] ?? 0;
          if (value < darkest) darkest = value;
          if (value > lightest) lightest = value;
        }
      }
      if (lightest - darkest <= BLANK_RANGE) continue;
      rows[row] = (rows[row] ?? 0) + 1;
      columns[column] = (columns[column] ?? 0) + 1;
    }
  }
  return { rows, columns };
}

/** The middle of the row of cells with the least ink near `row`, in pixels; the nearest if there are several. */
function emptiestRow(rows: readonly number[], row: number, reach: number): number {
  const middle = (cell: number): number => (cell + 0.5) * CELL;
  const near = [...rows.keys()].filter((cell) => Math.abs(middle(cell) - row) <= reach);
  const badness = (cell: number): number => (rows[cell] ?? 0) + Math.abs(middle(cell) - row) / reach;
  return middle(near.reduce((a, b) => (badness(b) < badness(a) ? b : a), near[0] ?? 0));
}
