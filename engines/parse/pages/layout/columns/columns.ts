/** Columns: splits a page into regions and puts them in reading order. */

import { isMostlyRightToLeft } from '../../lines/line-text.ts';
import { textLinesOf } from '../../lines/text-lines.ts';
import type { TextLine } from '../../lines/text-lines.ts';
import { centreX, centreY } from '../../page/geometry.ts';
import type { Word } from '../../page/word.ts';
import type { Panel, Table } from '../../tables/table.ts';
import { bestGutter } from './gutters.ts';
import type { PageFrame } from './gutter-score.ts';

/** A part of a page that is read from top to bottom. */
export interface Region {
  readonly lines: readonly TextLine[];
  readonly tables: readonly (Table | Panel)[];
}

/** Regions nested deeper than this are noise. */
const MAX_DEPTH = 6; // no sample between 3 and 11: it bounds the recursion

/** Regions in reading order; each of `words` and `tables` is in exactly one of them. */
export function regionsOf(words: readonly Word[], tables: readonly (Table | Panel)[], page: PageFrame): Region[] {
  return split(words, tables, page, 0);
}

function split(words: readonly Word[], tables: readonly (Table | Panel)[], page: PageFrame, depth: number): Region[] {
  if (words.length === 0 && tables.length === 0) return [];
  const lines = textLinesOf(words);
  const gutter = depth <= MAX_DEPTH ? bestGutter(lines, tables, page, depth) : null;
  if (gutter === null) return [{ lines, tables }];

  const { start, end } = gutter;
  const top = (lines[start]?.y0 ?? 0) - 0.1;
  const bottom = lines[end - 1]?.y1 ?? 0;
  const wordsOf = (part: readonly TextLine[]): Word[] => part.flatMap((line) => line.words);
  const middle = Map.groupBy(wordsOf(lines.slice(start, end)), (word) => (centreX(word) < gutter.x ? 'left' : 'right'));
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
    ...part(wordsOf(lines.slice(0, start)), 'above'),
    ...(fromRight ? [...right, ...left] : [...left, ...right]),
    ...part(wordsOf(lines.slice(end)), 'below'),
  ];
}
