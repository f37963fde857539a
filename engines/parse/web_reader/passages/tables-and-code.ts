/** Tables and blocks of code, which are content as a whole or not at all. */
import type { HtmlElement } from '../../documents/html/dom.ts';
import { around } from '../measures/boxes.ts';
import { wordCount, type Passage } from '../measures/passage.ts';

/** Share of kept words from which a table or a block of code is kept whole. */
const WHOLE = 0.5;

/**
 * Adds to the kept passages the rest of each table and block of code that has been kept for the most part, and that
 * `isOne` takes for one.
 */
export function keepWholes(
  kept: Set<Passage>,
  passages: readonly Passage[],
  isOne: (element: HtmlElement, words: number) => boolean,
): void {
  const inside = passages.filter(({ place: { tags } }) => tags.has('table') || tags.has('pre'));
  const wholeOf = (passage: Passage): HtmlElement =>
    around(passage).find(({ tagName }) => tagName === 'table' || tagName === 'pre') ?? passage.place.box;
  for (const [element, whole] of Map.groupBy(inside, wholeOf)) {
    const words = wordCount(whole);
    if (!isOne(element, words)) continue;
    if (wordCount(whole.filter((passage) => kept.has(passage))) < WHOLE * words) continue;
    for (const one of whole) kept.add(one);
  }
}
