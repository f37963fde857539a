/** Lists side by side whose entries hang, as in an index: their further lines are indented. */

import type { TextLine } from '../../lines/text-lines.ts';
import { least } from '../../page/geometry.ts';
import type { Word } from '../../page/word.ts';

/** Minimum lines of each list, lines that are indented, and lines on which only one of the two lists is. */
const MIN_LINES = 10; // no sample between 4 and 25
const MIN_INDENTED = 2; // no sample between 0 and 2
/** Share of the lines that start at the margin of their list or at its indent. */
const MIN_ALIGNED = 0.9; // no sample between .7 and 1
/** Distance in em within which lines start at one place, and the smallest and the largest indent. */
const ALIGNED = 0.2; // equal but for rounding, and for quotation marks that hang
const INDENT = { least: 0.5, most: 3 }; // narrower than a letter; wider than any index has

/**
 * Whether the words on both sides of `x` are such lists. In a table, a row that goes on does not share lines with the
 * start of another.
 */
export function areHangingLists(lines: readonly TextLine[], x: number, size: number): boolean {
  const left = sideOf(lines, (word) => word.x1 <= x, size);
  const right = sideOf(lines, (word) => word.x1 > x, size);
  if (left === null || right === null) return false;
  const mixed = lines.filter((_, index) => {
    const both = [left[index], right[index]];
    return both.includes('entry') && both.includes('indented');
  });
  return mixed.length >= MIN_INDENTED;
}

type Start = 'entry' | 'indented' | 'elsewhere' | null;

/** How each line starts on one side; `null` when the side is no such list. */
function sideOf(lines: readonly TextLine[], isOnSide: (word: Word) => boolean, size: number): readonly Start[] | null {
  const starts = lines.map(({ words }) => words.find(isOnSide)?.x0 ?? null);
  const margin = least(starts.filter((start) => start !== null));
  const kinds = starts.map((start): Start => {
    if (start === null) return null;
    const indent = (start - margin) / size;
    if (indent < ALIGNED) return 'entry';
    return indent > INDENT.least && indent < INDENT.most ? 'indented' : 'elsewhere';
  });
  const count = (kind: Start): number => kinds.filter((each) => each === kind).length;
  const all = kinds.length - count(null);
  const isList = all >= MIN_LINES && count('indented') >= MIN_INDENTED && count('entry') > count('indented');
  return isList && all - count('elsewhere') >= MIN_ALIGNED * all ? kinds : null;
}
