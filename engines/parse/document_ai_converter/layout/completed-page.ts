/** Completes the text of a page with what was recognized in its pictures. */

import { median } from '../../pages/page/geometry.ts';
import type { ExtractedPage } from '../../pages/page/page.ts';
import { wordsInAreas } from '../../pages/pdf/looks/words-in-areas.ts';

/** Largest difference of the sizes of the two pages in points, for places on them to be the same. */
const SAME_SIZE = 2; // a pixel is less

/** Share of the page that pictures of a scan cover at least. */
const SCAN = 0.6; // figures and rows of logos cover less

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
  // Large letters of a logo are no heading; those of a scan may be.
  const largest = text.drawings.imageShare >= SCAN ? Infinity : median(text.words.map(({ fontSize }) => fontSize));
  return {
    ...text,
    words: [
      ...text.words,
      ...recognized.words
        .filter((word) => !known.has(word))
        .map((word) => ({ ...word, fontSize: Math.min(word.fontSize, largest), boldLength: 0 })),
    ],
    drawings: { ...text.drawings, imageShare: 0 },
  };
}
