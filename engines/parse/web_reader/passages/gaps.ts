/** Pages of manuals are one text: what stands between its passages belongs to it, whatever it looks like. */
import type { PageMeasures } from '../measures/page-measures.ts';
import type { Passage } from '../measures/passage.ts';
import { textElement } from './text-element.ts';
import { isWay } from './page-navigation.ts';
import { keepWholes } from './tables-and-code.ts';

/** Share of links from which a passage leads elsewhere. In signatures of functions the types are links. */
const LEADING = 0.9;

/**
 * The chosen passages and what else is in the element that holds the text, without hidden passages, links that lead
 * elsewhere or to the next page, and furniture before and after the text. Furniture between its passages is none: names
 * of a manual's sections are words of its subject.
 */
export function filledText(chosen: readonly Passage[], { passages }: PageMeasures): Passage[] {
  const isInText = textElement(chosen, passages);
  const kept = new Set(chosen);
  const first = passages.findIndex((passage) => kept.has(passage));
  const last = passages.findLastIndex((passage) => kept.has(passage));
  for (const [index, passage] of passages.entries()) {
    const { box, isHidden, isFurniture } = passage.place;
    if (isHidden || passage.linked >= LEADING || (isFurniture && (index < first || index > last))) continue;
    if (isInText(box)) kept.add(passage);
  }
  keepWholes(kept, passages, isInText);
  return passages.filter((passage) => kept.has(passage) && !isWay(passage));
}
