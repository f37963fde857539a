/** Measures the ink of a recognized line: position, size, stroke width and gaps. */

import type { Rule } from '../../pages/page/drawings.ts';
import type { PixelBox, Raster } from './raster.ts';
import type { Rules } from './rules.ts';

export interface Ink {
  /** Left edge of the box, in whole pixels; `columns` starts here. */
  readonly x0: number;
  /** Ink of each column of the box. */
  readonly columns: Float32Array;
  /** First and last row of the line's own ink, in pixels of the picture; `bottom` is exclusive. */
  readonly top: number;
  readonly bottom: number;
  /** The band of the lower-case letters, with subpixel accuracy; `null` when none is distinct. */
  readonly xBand: { readonly top: number; readonly bottom: number } | null;
  /** Mean width of strokes in pixels. */
  readonly stroke: number;
}

/** Paler ink is noise, and a box with less contrast has none. */
const MIN_INK = 0.15; // pdfa_030: −.022 at .105, other text at .21
const MIN_CONTRAST = 20; // no sample between 14 and 28
/** A background darker than this has light text. */
const DARK = 110; // pdfa_030: −.007 at 77, +.204 at 154
/** Share of the pixels, the darkest (or lightest), that are ink at full strength. */
const FULL_INK = 0.02; // pdfa_014: other text at .014, −.011 at .028
/** Half the thickness of drawn lines, in pixels at 150 dpi: their ink is not that of letters. */
const RULE_HALF = 2.5; // non_searchable: same at 1.75, −.018 at 3.5
/** Pixels around a box within which a rule may touch it, and pixels by which rules are longer than detected. */
const RULE_REACH = 3; // syn_report: −.004 at 1, same at 6
const RULE_END = 2; // no sample between 0 and 5
/**
 * Rows with less ink (in pixels, or of the fullest row) are empty; a gap of `LINE_GAP` (of the box's height) ends a
 * line.
 */
// least: no sample between .49 and .98: a pixel of ink more or less; most: pdfa_030: −.013 at .84, other text at
// 1.68; share: no sample between .042 and .084: a pixel of ink more or less; noise: no sample between 1.05 and 2.1: a
// pixel of ink more or less; noisyShare: no sample between .105 and .21: a pixel of ink more or less
const EMPTY_ROW = { least: 0.7, most: 1.2, share: 0.06, noise: 1.5, noisyShare: 0.15 };
const LINE_GAP = 0.12; // pdfa_030: other text at .084, −.015 at .168
/**
 * The x-band: rows with more than this share of the 30th percentile from the top; holes in it, of the line's height.
 */
const PLATEAU_RANK = 0.3; // mid_movie-theater-booking: +.011 at .21, other text at .42
const PLATEAU = 0.55; // half of the ink of the band
const PLATEAU_HOLE = 0.2; // the gap under the dot of an i
/** A column with less ink is blank. */
const BLANK_COLUMN = 0.35; // a third of a pixel of ink

/** `null` when the box is too small or has no contrast. */
export function measureInk(raster: Raster, box: PixelBox, rules: Rules): Ink | null {
  const x0 = Math.max(0, Math.floor(box.x0));
  const y0 = Math.max(0, Math.floor(box.y0));
  const x1 = Math.min(raster.width - 1, Math.ceil(box.x1));
  const y1 = Math.min(raster.height - 1, Math.ceil(box.y1));
  const [width, height] = [x1 - x0 + 1, y1 - y0 + 1];
  if (width < 3 || height < 4) return null;
  const tone = toneOf(raster, { x0, y0, x1: x1 + 1, y1: y1 + 1 });
  if (tone === null) return null;

  const half = (RULE_HALF * raster.dpi) / 150;
  const crossing = {
    horizontal: rules.horizontal.filter(
      ({ at, from, to }) => at > y0 - RULE_REACH && at < y1 + RULE_REACH && from < x1 && to > x0,
    ),
    vertical: rules.vertical.filter(
      ({ at, from, to }) => at > x0 - RULE_REACH && at < x1 + RULE_REACH && from < y1 && to > y0,
    ),
  };
  const hasRules = crossing.horizontal.length + crossing.vertical.length > 0;
  const columns = new Float32Array(width);
  const rows = new Float32Array(height);
  const above = new Float32Array(width);
  let mass = 0;
  let variation = 0;
  for (let y = 0; y < height; y++) {
    let left = 0;
    const start = (y0 + y) * raster.width + x0;
    for (let x = 0; x < width; x++) {
      let ink = ((raster.pixels[start + x] ?? 0) - tone.background) / tone.range;
      if (ink < MIN_INK || (hasRules && isOnRule(crossing, x0 + x, y0 + y, half))) ink = 0;
      else if (ink > 1) ink = 1;
      columns[x] = (columns[x] ?? 0) + ink;
      rows[y] = (rows[y] ?? 0) + ink;
      mass += ink;
      const up = above[x] ?? 0;
      if (ink !== left || ink !== up) variation += Math.hypot(ink - left, ink - up);
      above[x] = ink;
      left = ink;
    }
  }
  const { first, last, fullest } = ownRows(rows);
  const band = xBand(rows, first, last, fullest);
  return {
    x0,
    columns,
    top: y0 + first,
    bottom: y0 + last + 1,
    xBand: band === null ? null : { top: y0 + band.top, bottom: y0 + band.bottom },
    stroke: mass / Math.max(1, variation),
  };
}

/** Background of a box and the difference from it to full ink; `null` without contrast. */
function toneOf({ pixels, width }: Raster, { x0, y0, x1, y1 }: PixelBox): { background: number; range: number } | null {
  const histogram = new Uint32Array(256);
  for (let y = y0; y < y1; y++) {
    for (let at = y * width + x0; at < y * width + x1; at++) {
      const value = pixels[at] ?? 0;
      histogram[value] = (histogram[value] ?? 0) + 1;
    }
  }
  const background = histogram.indexOf(histogram.reduce((most, count) => Math.max(most, count), 0));
  const tones = background < DARK ? [...histogram.keys()].reverse() : [...histogram.keys()];
  const enough = FULL_INK * (x1 - x0) * (y1 - y0);
  let count = 0;
  const full = tones.find((tone) => (count += histogram[tone] ?? 0) > enough) ?? background;
  return Math.abs(full - background) < MIN_CONTRAST ? null : { background, range: full - background };
}

function isOnRule({ horizontal, vertical }: Rules, x: number, y: number, half: number): boolean {
  const isAt = ({ at, from, to }: Rule, across: number, along: number): boolean =>
    Math.abs(at - across) <= half && along >= from - RULE_END && along <= to + RULE_END;
  return horizontal.some((rule) => isAt(rule, y, x)) || vertical.some((rule) => isAt(rule, x, y));
}

/** The rows of the line itself, around its fullest row: the box may include parts of its neighbours. */
function ownRows(rows: Float32Array): { first: number; last: number; fullest: number } {
  const most = rows.reduce((a, b) => Math.max(a, b), 0);
  const fullest = rows.indexOf(most);
  const emptiest = rows.reduce((a, b) => Math.min(a, b), most);
  const empty = Math.max(
    EMPTY_ROW.least,
    Math.min(EMPTY_ROW.most, most * EMPTY_ROW.share),
    // If no row is empty, noise or blur fills the gaps.
    Math.min(EMPTY_ROW.noise * emptiest, most * EMPTY_ROW.noisyShare),
  );
  const reach = (step: 1 | -1): number => walk(rows, fullest, step, empty, LINE_GAP * rows.length);
  return { first: reach(-1), last: reach(1), fullest };
}

/** The last row from `start` in direction `step` with more than `least`, up to a hole of more than `hole` rows. */
function walk(rows: Float32Array, start: number, step: 1 | -1, least: number, hole: number): number {
  let last = start;
  let empty = 0;
  for (let row = start; row >= 0 && row < rows.length && empty <= hole; row += step) {
    if ((rows[row] ?? 0) > least) {
      last = row;
      empty = 0;
    } else {
      empty++;
    }
  }
  return last;
}

function xBand(
  rows: Float32Array,
  first: number,
  last: number,
  fullest: number,
): { top: number; bottom: number } | null {
  const own = rows.slice(first, last + 1).sort((a, b) => b - a);
  const level = (own[Math.floor(PLATEAU_RANK * own.length)] ?? 0) * PLATEAU;
  if (level <= 0) return null;
  const hole = PLATEAU_HOLE * (last + 1 - first);
  const top = walk(rows, fullest, -1, level, hole);
  const bottom = walk(rows, fullest, 1, level, hole);
  // The edge is where the ink, interpolated between two rows, reaches the level.
  const part = (inside: number, outside: number): number => {
    const [within, beyond] = [rows[inside] ?? 0, rows[outside]];
    return beyond === undefined || within === beyond
      ? 0
      : Math.max(0, Math.min(1, (within - level) / (within - beyond)));
  };
  return { top: top - part(top, top - 1), bottom: bottom + part(bottom, bottom + 1) + 0.5 };
}

/** The widest run of blank columns between two positions, in pixels of the picture. */
export function widestGap({ x0, columns }: Ink, from: number, to: number): { start: number; width: number } {
  let widest = { start: 0, width: 0 };
  let start = -1;
  const last = Math.min(columns.length - 1, Math.round(to) - x0);
  for (let x = Math.max(0, Math.round(from) - x0); x <= last + 1; x++) {
    const isBlank = x <= last && (columns[x] ?? 0) < BLANK_COLUMN;
    if (isBlank && start < 0) start = x;
    if (isBlank || start < 0) continue;
    if (x - start > widest.width) widest = { start: x0 + start, width: x - start };
    start = -1;
  }
  return widest;
}

/** First and last inked column, in pixels of the picture; `right` is exclusive. */
export function inkEdges({ x0, columns }: Ink): { left: number; right: number } {
  const left = columns.findIndex((ink) => ink >= BLANK_COLUMN);
  const right = columns.findLastIndex((ink) => ink >= BLANK_COLUMN);
  return { left: x0 + Math.max(0, left), right: x0 + right + 1 };
}
