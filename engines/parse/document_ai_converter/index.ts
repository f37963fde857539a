/**
 * Document AI: reads pages without a text layer, scans and photographs from their pixels. The result goes through the
 * same layout as a PDF with text. Pages with a clean text layer are not recognized.
 */

import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../errors/index.ts';
import { IMAGE_TYPES } from '../catalog.ts';
import { documentOf } from '../documents/document.ts';
import { wantedPages } from '../options.ts';
import type { NumberedPage } from '../pages/page/page.ts';
import type {
  DocumentAiRuntime,
  PageQuality,
  ParseContext,
  ParsedDocument,
  ParseInput,
  ParseWarning,
} from '../documents/types.ts';
import { completedPage } from './layout/completed-page.ts';
import { layOutDocument } from './layout/document.ts';
import { extractedPage } from './layout/extracted-page.ts';
import { pointsPerPixel } from './layout/sheet.ts';
import { lineStyles } from './lines/sizes.ts';
import { notSetUp } from './models/runtime.ts';
import { readAhead } from './page/read-ahead.ts';
import { readPage } from './page/read-page.ts';
import type { ReadPage } from './page/read-page.ts';
import { openImagePages } from './read/pages.ts';
import type { Pages } from './read/pages.ts';
import { openPdfPages } from './read/pdf-pages.ts';
import { unsupportedScript } from './recognition/languages.ts';

/**
 * Reads a PDF or a picture. Throws `unavailable` when the models are not set up, `unsupported_script` when every page
 * is in a script that the models do not know, and `corrupt`, `encrypted`, `empty` or `too_large`. Single pages that
 * cannot be read are left out with the warning `page_unreadable` or `script_unsupported`; `script_not_read` reports
 * lines that were found but not read.
 */
export async function recognizeDocument(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const { documentAi } = context;
  if (documentAi === undefined) throw notSetUp();
  const pages = await openPages(input, documentAi);
  try {
    const { pages: wanted, omitted } = wantedPages(input.options, pages.count);
    if (wanted.length === 0) {
      throw new ServiceError('empty', 'The source has none of the requested pages.', { pages: pages.count });
    }
    const monoFonts = await pages.survey(wanted);
    const read: ReadPage[] = [];
    const reading = { monoFonts, languages: input.options.languages, ocr: input.options.ocr, runtime: documentAi };
    for await (const page of readAhead(wanted, (number) => readPage(pages, number, reading))) {
      read.push(page);
      context.onProgress({ completed: read.length, total: wanted.length, unit: 'pages', message: null });
      // Pages with a text layer are read synchronously, so aborts and progress get through only between pages.
      await setImmediate();
      context.signal.throwIfAborted();
    }
    if (read.every(({ text, scans }) => text === null && scans.length === 0)) throw nothingRead(read);

    const document = layOutDocument(laidOutPages(read), input.options, pages.outline, monoFonts);
    return documentOf(document.markdown, {
      ...pages.facts,
      pages: document.pages,
      places: document.places,
      pageSizes: document.pageSizes,
      qualities: read.flatMap(({ quality }) => (quality === null ? [] : [quality])) satisfies PageQuality[],
      images: pages.images(),
      warnings: [
        ...pages.warnings,
        ...omittedWarning(omitted, wanted.length),
        ...read.flatMap(({ warnings }) => warnings),
        ...document.warnings,
      ],
    });
  } finally {
    pages.close();
  }
}

async function openPages(input: ParseInput, runtime: DocumentAiRuntime): Promise<Pages> {
  const { bytes, mediaType } = input;
  if (bytes.length === 0) throw new ServiceError('empty', 'The source has zero bytes.');
  if (mediaType === 'application/pdf') return openPdfPages(input);
  if (IMAGE_TYPES.includes(mediaType)) return openImagePages(bytes, mediaType, runtime);
  throw new ServiceError('unsupported_type', `Document AI does not read ${mediaType}.`, {
    media_type: mediaType,
    supported: ['application/pdf', ...IMAGE_TYPES],
  });
}

/** Sizes and weights are compared over all recognized pages before any is laid out. */
function laidOutPages(read: readonly ReadPage[]): (NumberedPage & Pick<ReadPage, 'inserts'>)[] {
  const styles = lineStyles(
    read.flatMap(({ scans }) =>
      scans.flatMap((scan) => scan.lines.map((line) => ({ line, points: pointsPerPixel(scan) }))),
    ),
  );
  return read.flatMap(({ number, text, scans, inserts }) => {
    const [first, ...others] = scans.map((scan) => extractedPage(scan, styles));
    if (first === undefined) return text === null ? [] : [{ number, page: text, inserts }];
    const page = text === null || others.length > 0 ? first : completedPage(text, first, scans[0]?.turn !== 0);
    return [{ number, page, inserts }, ...others.map((other) => ({ number, page: other, inserts: [] }))];
  });
}

function nothingRead(read: readonly ReadPage[]): ServiceError {
  if (read.some(({ warnings }) => warnings.some(({ code }) => code === 'no_text_layer'))) {
    return new ServiceError('empty', 'The pages are pictures without text, and options.ocr is off.');
  }
  const isScript = read.some(({ warnings }) => warnings.some(({ code }) => code === 'script_unsupported'));
  if (!isScript) return new ServiceError('corrupt', 'No page can be read.');
  return unsupportedScript('The text is in a script that cannot be recognized.');
}

function omittedWarning(omitted: number, kept: number): ParseWarning[] {
  const message = `${omitted} of the requested pages were left out: the request allows ${kept}.`;
  return omitted === 0 ? [] : [{ code: 'pages_omitted', message, page: null }];
}
