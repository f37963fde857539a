/** Decides whether the text layer of a page is usable or its picture must be recognized. */

import { hasLittleText, illegibility } from '../../pages/page/legibility.ts';
import type { ExtractedPage } from '../../pages/page/page.ts';

export const LITTLE_TEXT = 'little text beside pictures';

/** Why the page must be recognized, as text for people; `null` when its text layer is clean. */
export function recognitionReason(page: ExtractedPage): string | null {
  const { words, rotated, unmapped } = page;
  const text = [...words, ...rotated].map((word) => word.text).join('');
  if (text === '' && unmapped === 0) return 'no text layer';
  if (illegibility(page) !== null) return 'unreadable text layer';
  return hasLittleText(page) ? LITTLE_TEXT : null;
}
