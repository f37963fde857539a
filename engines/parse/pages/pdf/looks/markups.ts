/** Marks that reviewers made on a page, and their comments. */

import type { Box } from '../../page/geometry.ts';
import { marked } from '../../page/marks.ts';
import type { Mark } from '../../page/marks.ts';
import type { Remark } from '../../page/remark.ts';
import type { Word } from '../../page/word.ts';
import { lineText } from '../../lines/line-text.ts';
import { wordsInAreas } from './words-in-areas.ts';

export interface Markup {
  /** PDFium's code. */
  readonly subtype: number;
  readonly box: Box;
  /** The lines of the passage that it marks. */
  readonly passages: readonly Box[];
  readonly author: string;
  /** RFC 3339, or empty. */
  readonly time: string;
  readonly text: string;
}

/** PDFium's codes of annotations that mark words, by how they look. */
const MARKS: ReadonlyMap<number, Mark> = new Map([
  [10, 'inserted'],
  [12, 'struck'],
]);
const MAX_ON = 200; // a passage that still reads as a place

/** The words with the marks of reviewers, and the comments. */
export function withMarkups(
  words: readonly Word[],
  markups: readonly Markup[],
): { readonly words: readonly Word[]; readonly remarks: readonly Remark[] } {
  const inside = wordsInAreas(
    words,
    markups.flatMap(({ passages }) => passages),
  );
  const remarks: Remark[] = [];
  const marks = new Map<Word, Mark>();
  for (const { subtype, box: place, passages, author, time, text } of markups) {
    const hit = passages.flatMap((box) => inside.get(box) ?? []);
    const mark = MARKS.get(subtype);
    if (mark !== undefined) for (const word of hit) marks.set(word, mark);
    if (text.trim() === '') continue;
    const on = lineText(hit).slice(0, MAX_ON);
    remarks.push({ kind: 'remark', author, time, on: on === '' ? null : `“${on}”`, text, ...place });
  }
  if (marks.size === 0) return { words, remarks };
  return {
    words: words.map((word) => {
      const mark = marks.get(word);
      return mark === undefined ? word : { ...word, marked: marked(word.marked ?? word.text, mark) };
    }),
    remarks,
  };
}
