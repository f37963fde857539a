/** Splits pictures that show two pages of a book. */

import type { Rule } from '../../pages/page/drawings.ts';
import type { ScanLine } from '../lines/scan-line.ts';
import type { ScannedPage } from './scan-page.ts';

/**
 * Minimum width of a spread over its height; the middle part in which its gutter lies, and the gutter's minimum width
 * (of the width).
 */
const MIN_RATIO = 1.2; // test “a spread is wider than high, and no rule crosses its middle” (fails at .6 and 2.4)
// from: test “a spread becomes two pages, each measured from its own left edge” (fails at .8); to: test “a spread
// becomes two pages, each measured from its own left edge” (fails at .3 and 1.2)
const MIDDLE = { from: 0.4, to: 0.6 };
// test “a spread has a gutter of .025 of its width and eight lines of 20 characters a side” (fails at .0125 and .05)
const MIN_GUTTER = 0.025;
/** Lines on each side. */
const MIN_LINES = 8; // fewer lines may be a table
/** Mean line length of prose, in characters: a table or a slide has shorter lines. */
const MIN_LENGTH = 20; // cells and bullets are shorter

/** The pages of a picture: two for a spread, left first, otherwise one. */
export function pagesOf(page: ScannedPage): readonly ScannedPage[] {
  const gutter = gutterOf(page);
  return gutter === null ? [page] : [part(page, 0, gutter), part(page, gutter, page.width)];
}

/** The middle of the empty band between two pages, in pixels; `null` when there is none. */
function gutterOf({ width, height, lines, rules }: ScannedPage): number | null {
  if (width < MIN_RATIO * height) return null;
  const [from, to] = [MIDDLE.from * width, MIDDLE.to * width];
  if (rules.horizontal.some((rule) => rule.from < from && rule.to > to)) return null;
  const edges = lines
    .map(({ words }) => ({ x0: words[0]?.x0 ?? 0, x1: words.at(-1)?.x1 ?? 0 }))
    .filter(({ x0, x1 }) => x1 > from && x0 < to)
    .sort((a, b) => a.x0 - b.x0);
  let best = { at: 0, width: 0 };
  let reached = from;
  for (const { x0, x1 } of [...edges, { x0: to, x1: to }]) {
    if (x0 - reached > best.width) best = { at: (x0 + reached) / 2, width: x0 - reached };
    reached = Math.max(reached, x1);
  }
  if (best.width < MIN_GUTTER * width) return null;
  const sides = [lines.filter((line) => isLeftOf(line, best.at)), lines.filter((line) => !isLeftOf(line, best.at))];
  const isProse = (side: readonly ScanLine[]): boolean =>
    side.length >= MIN_LINES && side.reduce((sum, line) => sum + line.length, 0) >= MIN_LENGTH * side.length;
  return sides.every(isProse) ? best.at : null;
}

const isLeftOf = ({ words }: ScanLine, x: number): boolean => (words[0]?.x0 ?? 0) < x;

function part(page: ScannedPage, from: number, to: number): ScannedPage {
  const isInside = (x: number): boolean => x >= from && x < to;
  const horizontal = ({ at, from: start, to: end }: Rule): Rule[] => {
    const [x0, x1] = [Math.max(start, from), Math.min(end, to)];
    return x1 > x0 ? [{ at, from: x0 - from, to: x1 - from }] : [];
  };
  return {
    ...page,
    width: to - from,
    left: page.left + from,
    lines: page.lines
      .filter((line) => isLeftOf(line, to) && !isLeftOf(line, from))
      .map((line) => ({
        ...line,
        words: line.words.map((word) => ({ ...word, x0: word.x0 - from, x1: word.x1 - from })),
      })),
    rules: {
      horizontal: page.rules.horizontal.flatMap(horizontal),
      vertical: page.rules.vertical.filter(({ at }) => isInside(at)).map((rule) => ({ ...rule, at: rule.at - from })),
    },
  };
}
