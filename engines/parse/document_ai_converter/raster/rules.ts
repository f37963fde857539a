/**
 * Finds drawn lines in the pixels: straight runs that are darker than both sides. Fills and pictures have no such
 * ridges.
 */

import type { Rule } from '../../pages/page/drawings.ts';
import type { PixelBox, Raster } from './raster.ts';

export interface Rules {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
}

/** Lengths below are in pixels at this resolution. */
const UNIT_DPI = 150; // scanned: same at 105, −.004 at 210
/** A ridge is compared with the pixels at this distance on both sides (in inches), and must be darker by this much. */
const SIDE = 1 / 40; // .6 mm: wider than any rule
const DARKER = 14; // no sample between 9.8 and 19.6
/** Shortest runs. */
// horizontal: no sample between 21 and 42; vertical: pdfa_014: −.014 at 12.6, same at 25.2
const MIN_RUN = { horizontal: 30, vertical: 18 };
/** Longest hole in a run, in pixels, and the share of a run that must be filled. */
const MAX_HOLE = 2; // no sample between 0 and 5
const MIN_FILLED = 0.85; // 2305.03393v1-pg9: same at .595, −.644 at 1.19
/** Distances across and along at which runs are joined, and the minimum length of a rule. */
const ACROSS = 2.5; // no sample between 1.75 and 3.5
const ALONG = 8; // no sample between 6 and 11
// horizontal: no sample between 28 and 56; vertical: no sample between 18.2 and 36.4
const MIN_RULE = { horizontal: 40, vertical: 26 };

export function findRules(raster: Raster): Rules {
  const unit = raster.dpi / UNIT_DPI;
  const side = Math.max(3, Math.round(raster.dpi * SIDE));
  const { pixels, width, height } = raster;
  const horizontal = runs(pixels, {
    lines: height,
    length: width,
    across: width,
    along: 1,
    side,
    shortest: MIN_RUN.horizontal * unit,
  });
  const vertical = runs(pixels, {
    lines: width,
    length: height,
    across: 1,
    along: width,
    side,
    shortest: MIN_RUN.vertical * unit,
  });
  return {
    horizontal: join(horizontal, unit, MIN_RULE.horizontal * unit),
    vertical: join(vertical, unit, MIN_RULE.vertical * unit),
  };
}

interface Scan {
  /** Number of parallel lines, and of pixels on each. */
  readonly lines: number;
  readonly length: number;
  /** Steps in memory from one line to the next, and from one pixel of a line to the next. */
  readonly across: number;
  readonly along: number;
  readonly side: number;
  readonly shortest: number;
}

function runs(pixels: Uint8Array, { lines, length, across, along, side, shortest }: Scan): Rule[] {
  const found: Rule[] = [];
  const reach = side * across;
  for (let line = side; line < lines - side; line++) {
    let [from, to, hole, filled] = [-1, -1, 0, 0];
    const close = (): void => {
      if (from >= 0 && to - from >= shortest && filled >= MIN_FILLED * (to - from)) found.push({ at: line, from, to });
      from = -1;
    };
    const start = line * across;
    for (let place = 0; place < length; place++) {
      const at = start + place * along;
      const value = (pixels[at] ?? 0) + DARKER;
      if ((pixels[at - reach] ?? 0) > value && (pixels[at + reach] ?? 0) > value) {
        if (from < 0) [from, filled] = [place, 0];
        to = place;
        filled++;
        hole = 0;
      } else if (from >= 0 && ++hole > MAX_HOLE) {
        close();
      }
    }
    close();
  }
  return found;
}

interface Growing {
  from: number;
  to: number;
  lastAt: number;
  weighted: number;
  weight: number;
  readonly parts: Rule[];
}

/** Joins runs of neighbouring lines into rules. `found` is ascending by `at`. */
function join(found: readonly Rule[], unit: number, shortest: number): Rule[] {
  const rules: Growing[] = [];
  /** First rule that a later run can still reach. */
  let oldest = 0;
  for (const run of found) {
    while ((rules[oldest]?.lastAt ?? Infinity) < run.at - ACROSS * unit) oldest++;
    const near = rules
      .slice(oldest)
      .find(
        (rule) =>
          run.at - rule.lastAt <= ACROSS * unit &&
          run.from <= rule.to + ALONG * unit &&
          run.to >= rule.from - ALONG * unit,
      );
    const length = run.to - run.from;
    if (near === undefined) {
      rules.push({
        from: run.from,
        to: run.to,
        lastAt: run.at,
        weighted: run.at * length,
        weight: length,
        parts: [run],
      });
      continue;
    }
    near.from = Math.min(near.from, run.from);
    near.to = Math.max(near.to, run.to);
    near.lastAt = run.at;
    near.weighted += run.at * length;
    near.weight += length;
    near.parts.push(run);
  }
  return rules
    .filter((rule) => rule.to - rule.from >= shortest && covered(rule.parts) >= MIN_FILLED * (rule.to - rule.from))
    .map(({ from, to, weighted, weight }) => ({ at: weighted / weight, from, to }));
}

/** Length of the union of the parts. Stems of letters below each other form long but sparse chains. */
function covered(parts: readonly Rule[]): number {
  let total = 0;
  let end = -Infinity;
  for (const { from, to } of [...parts].sort((a, b) => a.from - b.from)) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}

/**
 * A vertical is the stem of a letter when this share of it is in one line of text, this many pixels from the line's
 * ends.
 */
const STEM = { inside: 0.7, margin: 2 }; // inside: no sample between .49 and .98; margin: no sample between 0 and 5
/** The same for a horizontal, and the parts of the line's height above and below which it is a rule. */
// inside: no sample between .56 and 1.12; above: no sample between .14 and .28; below: no sample between .21 and .42
const STROKE = { inside: 0.8, above: 0.2, below: 0.3 };

/** Removes rules inside one line of text: stems of letters, strokes of large letters, underlines of words. */
export function withoutStrokes({ horizontal, vertical }: Rules, lines: readonly PixelBox[]): Rules {
  const isStem = (rule: Rule): boolean =>
    lines.some(
      (line) =>
        rule.at > line.x0 + STEM.margin &&
        rule.at < line.x1 - STEM.margin &&
        Math.min(rule.to, line.y1) - Math.max(rule.from, line.y0) > STEM.inside * (rule.to - rule.from),
    );
  const isStroke = (rule: Rule): boolean =>
    lines.some(
      (line) =>
        rule.at > line.y0 + STROKE.above * (line.y1 - line.y0) &&
        rule.at < line.y1 - STROKE.below * (line.y1 - line.y0) &&
        Math.min(rule.to, line.x1) - Math.max(rule.from, line.x0) > STROKE.inside * (rule.to - rule.from),
    );
  return {
    horizontal: horizontal.filter((rule) => !isStroke(rule)),
    vertical: vertical.filter((rule) => !isStem(rule)),
  };
}
