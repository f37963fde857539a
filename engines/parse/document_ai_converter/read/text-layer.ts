/** Decides whether the text layer of a page is usable or its picture must be recognised. */

import type { ExtractedPage } from '../../shared/page/page.ts';

/** Fewer characters on a page with pictures are a stamp or a page number on a scan. */
const FEW_CHARACTERS = 120; // test “a page is recognised when it has no text, or few characters beside pictures”
/** Largest share of meaningless characters, which come from fonts without a Unicode mapping. */
const MAX_MEANINGLESS = 0.08; // test “a page is recognised when more than .08 of its characters have no meaning”
const MEANINGLESS = /[\ufffd\p{Co}\p{Cn}\p{Cc}]/gu;

/** Why the page must be recognised, as text for people; `null` when its text layer is clean. */
export function recognitionReason({ words, rotated, drawings }: ExtractedPage): string | null {
  const text = [...words, ...rotated].map((word) => word.text).join('');
  if (text === '') return 'no text layer';
  if ((text.match(MEANINGLESS)?.length ?? 0) > MAX_MEANINGLESS * text.length) return 'unreadable text layer';
  if (drawings.hasImages && text.length < FEW_CHARACTERS) return 'little text beside pictures';
  return null;
}
