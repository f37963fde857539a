/** The element that holds the text of a page of a manual. */
import type { HtmlElement } from '../../documents/html/dom.ts';
import { ancestors } from '../tree/ancestors.ts';
import { around } from '../measures/boxes.ts';
import { wordCount, type Passage } from '../measures/passage.ts';
import { isHeading } from './headings.ts';

/** Share of links from which what stands beside a text is navigation. */
const NAVIGATION = 0.5;
const ROWS = new Set(['tr', 'tbody', 'thead', 'tfoot']);

/**
 * Whether an element is in the text: in the smallest element with all chosen passages, or in an element around it that
 * adds sections, with headings and more text than links. Nothing is when no passage was chosen.
 */
export function textElement(
  chosen: readonly Passage[],
  passages: readonly Passage[],
): (element: HtmlElement) => boolean {
  const text = smallestWith(chosen);
  if (text === null) return () => false;
  const levels = new Map([text, ...ancestors(text)].map((element, level) => [element, level]));
  const levelOf = (element: HtmlElement): number => {
    const first = [element, ...ancestors(element)].find((above) => levels.has(above));
    return first === undefined ? Infinity : (levels.get(first) ?? Infinity);
  };
  const added = Map.groupBy(
    passages.filter(({ place }) => !place.isFurniture),
    ({ place }) => levelOf(place.box),
  );
  let last = 0;
  for (const [element, level] of levels) {
    const beside = level === 0 ? [] : (added.get(level) ?? []);
    if (element.tagName === 'body' || !isText(beside)) break;
    last = level;
  }
  return (element) => levelOf(element) <= last;
}

function isText(passages: readonly Passage[]): boolean {
  const linked = passages.reduce((sum, passage) => sum + passage.linked * passage.words.length, 0);
  return passages.length === 0 || (passages.some(isHeading) && linked < NAVIGATION * wordCount(passages));
}

/** Of rows, it is their table. */
function smallestWith(passages: readonly Passage[]): HtmlElement | null {
  const counts = new Map<HtmlElement, number>();
  for (const passage of passages) {
    for (const element of around(passage)) counts.set(element, (counts.get(element) ?? 0) + 1);
  }
  // Elements are counted from the inside out.
  for (const [element, count] of counts) {
    if (count === passages.length && !ROWS.has(element.tagName)) return element;
  }
  return null;
}
