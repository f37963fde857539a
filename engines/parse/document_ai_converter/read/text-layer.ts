/** Decides whether the text layer of a page is usable or its picture must be recognized. */

import { illegibility } from '../../pages/page/legibility.ts';
import type { ExtractedPage } from '../../pages/page/page.ts';

/** Fewer characters on a page with pictures are a stamp or a page number on a scan. */
const FEW_CHARACTERS = 120; // test “a page is recognized when it has no text, or few characters beside images”

/** Why the page must be recognized, as text for people; `null` when its text layer is clean. */
export function recognitionReason(page: ExtractedPage): string | null {
  const { words, rotated, drawings, unmapped } = page;
  const text = [...words, ...rotated].map((word) => word.text).join('');
  if (text === '' && unmapped === 0) return 'no text layer';
  if (illegibility(page) !== null) return 'unreadable text layer';
  if (drawings.hasImages && text.length < FEW_CHARACTERS) return 'little text beside pictures';
  return null;
}
