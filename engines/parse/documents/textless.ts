/**
 * When a document is left to the next engine, which may recognize its text.
 * @deterministic
 */
import type { WarningCode } from './warnings.ts';

/** Warnings about pages that another engine may recognize. */
const TEXTLESS: ReadonlySet<string> = new Set<WarningCode>(['no_text_layer', 'text_layer_poor']);

/** Document AI has all pages in memory. Longer documents are left to it only if most of them is to be recognized. */
const MAX_PAGES = 200;

/** Counts the pages that are pictures of text, or whose text is illegible. */
export function countTextless(warnings: readonly { readonly code: string }[]): number {
  return warnings.filter(({ code }) => TEXTLESS.has(code)).length;
}

interface CountedDocument {
  readonly pages: number;
  readonly textless_pages: number;
}

/** Whether pages are textless: any of a short document, or {@link isMostlyTextless}. */
export function needsRecognition(document: CountedDocument): boolean {
  return isMostlyTextless(document) || (document.textless_pages > 0 && document.pages <= MAX_PAGES);
}

/** Whether at least half of the pages are textless. */
export function isMostlyTextless({ pages, textless_pages }: CountedDocument): boolean {
  return textless_pages > 0 && 2 * textless_pages >= pages;
}
