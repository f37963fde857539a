/** The element that holds the page's running text, scored as Arc90's Readability did. */
import type { HtmlElement } from '../../documents/html/dom.ts';
import { around, isProse, type Box } from './boxes.ts';
import type { Passage } from './passage.ts';

/** Levels above a passage that it counts for, and the share for each. */
const SHARES = [1, 0.5, 1 / 6, 1 / 9, 1 / 12];
const MAX_LENGTH_POINTS = 3;
const LENGTH_OF_POINT = 100;

/** `null` when no passage is prose. */
export function densestElement(passages: readonly Passage[], boxes: ReadonlyMap<HtmlElement, Box>): HtmlElement | null {
  const scores = new Map<HtmlElement, number>();
  for (const passage of passages) {
    if (!isProse(passage) || passage.place.isFurniture) continue;
    const points = 1 + commasOf(passage.text) + Math.min(passage.text.length / LENGTH_OF_POINT, MAX_LENGTH_POINTS);
    let level = -1;
    for (const element of around(passage)) {
      // The block itself is a paragraph; its parents compete.
      const share = level < 0 ? 0 : SHARES[level];
      if (share === undefined) break;
      scores.set(element, (scores.get(element) ?? 0) + points * share);
      level++;
    }
  }
  let best: HtmlElement | null = null;
  let bestScore = 0;
  for (const [element, points] of scores) {
    const { words = 1, linked = 0 } = boxes.get(element) ?? {};
    const score = points * (1 - linked / Math.max(1, words));
    if (score > bestScore) [best, bestScore] = [element, score];
  }
  return best;
}

const commasOf = (text: string): number => text.match(/[,、，،]/g)?.length ?? 0;
