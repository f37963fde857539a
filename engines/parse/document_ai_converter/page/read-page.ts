/** Reads one page of a source: from its text layer if that is clean, otherwise from its picture. */

import type { MonospaceFonts } from '../../pages/page/monospace-fonts.ts';
import type { ExtractedPage } from '../../pages/page/page.ts';
import type { DocumentAiRuntime, PageQuality, ParseWarning } from '../../documents/types.ts';
import type { WarningCode } from '../../documents/warnings.ts';
import type { Ocr } from '../../options.ts';
import { loadModels } from '../inference/models.ts';
import type { Pages } from '../read/pages.ts';
import { recognitionReason } from '../read/text-layer.ts';
import { checkLanguages } from '../recognition/languages.ts';
import { isUnknownScript, unreadLines } from '../recognition/line-legibility.ts';
import { pageQuality } from './quality.ts';
import { scanPage } from './scan-page.ts';
import type { ScannedPage } from './scan-page.ts';
import { pagesOf } from './spreads.ts';

export interface ReadPage {
  readonly number: number;
  /** `null` when the page was recognized, or cannot be read. */
  readonly text: ExtractedPage | null;
  /** The recognized pages: two for a spread, none for a page that cannot be read. */
  readonly scans: readonly ScannedPage[];
  /** `null` for a page that cannot be read. */
  readonly quality: PageQuality | null;
  readonly warnings: readonly ParseWarning[];
}

interface Reading {
  readonly monoFonts: MonospaceFonts;
  readonly languages: readonly string[];
  readonly ocr: Ocr;
  readonly runtime: DocumentAiRuntime;
}

/**
 * Throws `unavailable`, `unsupported_script` for the requested languages, and the error of a source with a single page.
 */
export async function readPage(pages: Pages, number: number, reading: Reading): Promise<ReadPage> {
  const text = await pages.extract(number, reading.monoFonts);
  const because = reasonFor(text, reading.ocr);
  if (text !== null && because === null) {
    return { number, text, scans: [], quality: { page: number, ocr: false, confidence: 1, reasons: [] }, warnings: [] };
  }
  if (because === null) {
    return unread(number, null, 'no_text_layer', 'The page is a picture, and options.ocr is off.');
  }
  checkLanguages(reading.languages);
  const picture = await pages.picture(number).catch((error: unknown) => {
    if (pages.count === 1) throw error;
    return null;
  });
  if (picture === null) {
    return unread(number, null, 'page_unreadable', 'The page is damaged and was left out.');
  }
  const scan = await scanPage(loadModels(reading.runtime), picture);
  const quality = pageQuality(number, scan, because);
  if (scan.model === null && isUnknownScript(scan)) {
    const message = 'The page is in a script that the models do not know: it was left out.';
    return unread(number, { ...quality, confidence: 0 }, 'script_unsupported', message);
  }
  return { number, text: null, scans: pagesOf(scan), quality, warnings: notRead(number, scan) };
}

/** Why the page is recognized; `null` when it is not. */
function reasonFor(text: ExtractedPage | null, ocr: Ocr): string | null {
  if (ocr === 'off') return null;
  if (text === null) return 'a picture';
  return recognitionReason(text) ?? (ocr === 'force' ? 'requested' : null);
}

/** A warning where lines of a page were found but not read. */
export function notRead(page: number, { detected }: Pick<ScannedPage, 'detected'>): ParseWarning[] {
  const lines = unreadLines(detected);
  const message =
    `${lines} of ${detected.length} lines were found but not read: they may be in a script that the models do ` +
    'not know, or run vertically.';
  return lines === 0 ? [] : [{ code: 'script_not_read', message, page }];
}

function unread(number: number, quality: PageQuality | null, code: WarningCode, message: string): ReadPage {
  return { number, text: null, scans: [], quality, warnings: [{ code, message, page: number }] };
}
