/** Completes the text of a page with what was recognized in its pictures. */

import type { ExtractedPage } from '../../pages/page/page.ts';
import { wordsInAreas } from '../../pages/pdf/looks/words-in-areas.ts';

/** Largest difference of the sizes of the two pages in points, for places on them to be the same. */
const SAME_SIZE = 2; // a pixel is less

/**
 * The words of the page, and those recognized beside them. Where the page had to be turned to be recognized, the places of
 * the words differ, and what was recognized is all that is known.
 */
export function completedPage(text: ExtractedPage, recognized: ExtractedPage, isTurned: boolean): ExtractedPage {
  if (
    isTurned ||
    Math.abs(text.width - recognized.width) > SAME_SIZE ||
    Math.abs(text.height - recognized.height) > SAME_SIZE
  ) {
    return recognized;
  }
  const known = new Set([...wordsInAreas(recognized.words, text.words).values()].flat());
  return {
    ...text,
    words: [...text.words, ...recognized.words.filter((word) => !known.has(word))],
    drawings: { ...text.drawings, imageShare: 0 },
  };
}
