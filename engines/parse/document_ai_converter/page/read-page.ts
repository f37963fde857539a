/** Reads one page of a source: from its text layer if that is clean, otherwise from its picture. */

import type { MonospaceFonts } from '../../pages/page/monospace-fonts.ts';
import type { ExtractedPage } from '../../pages/page/page.ts';
import type { Picture } from '../../pages/page/picture.ts';
import type { Remark } from '../../pages/page/remark.ts';
import type { DocumentAiRuntime, PageQuality, ParseWarning } from '../../documents/types.ts';
import type { WarningCode } from '../../documents/warnings.ts';
import type { Ocr } from '../../options.ts';
import { loadModels } from '../inference/models.ts';
import type { Pages } from '../read/pages.ts';
import { LITTLE_TEXT, recognitionReason } from '../read/text-layer.ts';
import { checkLanguages, KNOWN_SCRIPTS } from '../recognition/languages.ts';
import { isUnknownScript, unreadLines } from '../recognition/line-legibility.ts';
import { pageQuality } from './quality.ts';
import { scanPage } from './scan-page.ts';
import type { ScannedPage } from './scan-page.ts';
import { pagesOf } from './spreads.ts';

export interface ReadPage {
  readonly number: number;
  /** `null` when it has none that can be relied on. With scans, the pictures on the page show more. */
  readonly text: ExtractedPage | null;
  /** The recognized pages: two for a spread, none for a page that cannot be read. */
  readonly scans: readonly ScannedPage[];
  /** Pictures and comments on it. */
  readonly inserts: readonly (Picture | Remark)[];
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
  const source = await pages.extract(number, reading.monoFonts);
  const text = source?.page ?? null;
  const because = reasonFor(text, reading.ocr);
  if (source !== null && because === null) {
    const { pictures, remarks, warnings } = source;
    const quality = { page: number, ocr: false, confidence: 1, reasons: [] };
    return { number, text, scans: [], inserts: [...pictures, ...remarks], quality, warnings };
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
    const message = `The page is in a script that the models do not know: it was left out. ${KNOWN_SCRIPTS}`;
    return unread(number, { ...quality, confidence: 0 }, 'script_unsupported', message);
  }
  // The picture of a page with text is that page, or pieces of it.
  const pictures = scan.lines.length === 0 || because === LITTLE_TEXT ? source?.pictures : [];
  return {
    number,
    text: because === LITTLE_TEXT ? text : null,
    scans: pagesOf(scan),
    inserts: [...(pictures ?? []), ...(source?.remarks ?? [])],
    quality,
    warnings: [...(source?.warnings ?? []), ...notRead(number, scan)],
  };
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
  return { number, text: null, scans: [], inserts: [], quality, warnings: [{ code, message, page: number }] };
}
