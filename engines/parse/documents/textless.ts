/**
 * When a document is left to the next engine, which may recognize its text.
 * @deterministic
 */
import type { WarningCode } from './warnings.ts';

/** Warnings about pages that another engine may recognize. */
const TEXTLESS: ReadonlySet<string> = new Set<WarningCode>(['no_text_layer', 'text_layer_poor']);

/** Counts the pages that are pictures of text, or whose text is illegible. */
export function countTextless(warnings: readonly { readonly code: string }[]): number {
  return warnings.filter(({ code }) => TEXTLESS.has(code)).length;
}

/** Whether at least half of the pages are textless. */
export function needsRecognition(document: { readonly pages: number; readonly textless_pages: number }): boolean {
  const { pages, textless_pages } = document;
  return textless_pages > 0 && 2 * textless_pages >= pages;
}
