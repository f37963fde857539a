/** Columns: splits a page into regions and puts them in reading order. */

import { isMostlyRightToLeft } from '../lines/line-text.ts';
import { textLinesOf } from '../lines/text-lines.ts';
import type { TextLine } from '../lines/text-lines.ts';
import { centreX, centreY, greatest, median } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { Panel, Table } from '../tables/table.ts';
import { bestGutter, MIN_SIDE_LINES } from './gutters.ts';
import type { Gutter, PageSize } from './gutters.ts';

/** A part of a page that is read from top to bottom. */
export interface Region {
  readonly lines: readonly TextLine[];
  readonly tables: readonly (Table | Panel)[];
}

/** Regions nested deeper than this are noise. */
const MAX_DEPTH = 6; // no sample between 3 and 11: it bounds the recursion

/** Regions in reading order; each of `words` and `tables` is in exactly one of them. */
export function regionsOf(words: readonly Word[], tables: readonly (Table | Panel)[], page: PageSize): Region[] {
  return split(words, tables, page, 0);
}

function split(words: readonly Word[], tables: readonly (Table | Panel)[], page: PageSize, depth: number): Region[] {
  if (words.length === 0 && tables.length === 0) return [];
  const lines = textLinesOf(words);
  const gutter = depth <= MAX_DEPTH ? bestGutter(lines, tables, page, depth) : null;
  if (gutter === null) return [{ lines, tables }];

  const end = endOfColumns(lines, tables, gutter);
  const top = (lines[gutter.start]?.y0 ?? 0) - 0.1;
  const bottom = lines[end - 1]?.y1 ?? 0;
  const wordsOf = (part: readonly TextLine[]): Word[] => part.flatMap((line) => line.words);
  const middle = Map.groupBy(wordsOf(lines.slice(gutter.start, end)), (word) =>
    centreX(word) < gutter.x ? 'left' : 'right',
  );
  const objects = Map.groupBy(tables, (table) => {
    if (centreY(table) <= top) return 'above';
    if (centreY(table) >= bottom) return 'below';
    return centreX(table) < gutter.x ? 'left' : 'right';
  });
  const part = (content: readonly Word[], place: 'above' | 'left' | 'right' | 'below'): Region[] =>
    split(content, objects.get(place) ?? [], page, depth + 1);
  const left = part(middle.get('left') ?? [], 'left');
  const right = part(middle.get('right') ?? [], 'right');
  const fromRight = isMostlyRightToLeft([...middle.values()].flat());
  return [
    ...part(wordsOf(lines.slice(0, gutter.start)), 'above'),
    ...(fromRight ? [...right, ...left] : [...left, ...right]),
    ...part(wordsOf(lines.slice(end)), 'below'),
  ];
}

/** Lines on the first side below the ends of both columns continue under the columns, not in one of them. */
const TAIL_GAP = 0.6; // col_two_justify: −.079 at .24, same at 1.2
const SAME_END = 3.2; // pdfa_011: same at 1.28, other text at 6.4
/** Points by which a table may reach below the top of the line under it. */
const TABLE_OVERLAP = 2; // no sample between 0 and 7: half the space between lines

/** Index of the line before which the columns end. */
function endOfColumns(lines: readonly TextLine[], tables: readonly (Table | Panel)[], gutter: Gutter): number {
  const { x, start } = gutter;
  const size = median(lines.map((line) => line.fontSize));
  const top = lines[start]?.y0 ?? 0;
  const bottom = lines[gutter.end - 1]?.y1 ?? 0;
  const isLeft = (word: Word): boolean => word.x1 <= x;
  const isRight = (word: Word): boolean => word.x0 >= x;
  const isOnFirst = isMostlyRightToLeft(lines.flatMap((line) => line.words)) ? isRight : isLeft;
  for (let index = start + MIN_SIDE_LINES; index < gutter.end; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const below = lines.slice(index, gutter.end).flatMap((each) => each.words);
    if (!below.every(isOnFirst)) continue;
    const above = lines.slice(start, index);
    if (line.y0 - greatest(above.map((each) => each.y1)) < TAIL_GAP * size) continue;
    if (tables.some((table) => table.y1 > line.y0 && table.y0 < bottom)) continue;
    const tablesAbove = tables.filter((table) => table.y1 < line.y0 + TABLE_OVERLAP && table.y0 > top);
    const ends = (isOnSide: (word: Word) => boolean, isTableOnSide: (table: Table | Panel) => boolean): number =>
      greatest([
        0,
        ...above.flatMap((each) => each.words.filter(isOnSide).map((word) => word.y1)),
        ...tablesAbove.filter(isTableOnSide).map((table) => table.y1),
      ]);
    const leftEnd = ends(isLeft, (table) => centreX(table) <= x);
    const rightEnd = ends(isRight, (table) => centreX(table) >= x);
    if (Math.abs(leftEnd - rightEnd) < SAME_END * size) return index;
  }
  return gutter.end;
}
