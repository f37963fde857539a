/** PDF to Markdown: the text layer, laid out. */

import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../../platform/errors.ts';
import { documentOf } from '../../document.ts';
import { wantedPages } from '../../options.ts';
import type { ParseContext, ParseInput, ParseWarning, ParsedDocument } from '../../types.ts';
import type { PageContent } from './blocks.ts';
import { documentStyle } from './document-style.ts';
import type { DocumentStyle } from './document-style.ts';
import { contentOf, documentOfPages } from './document.ts';
import { wordsOf } from './extract.ts';
import { readLanguage } from './metadata.ts';
import { NO_MONOSPACE, monospaceSurvey } from './monospace.ts';
import { openPdf } from './source.ts';
import type { PdfSource } from './source.ts';
import { emptySurvey, surveyPage } from './survey.ts';

/** More pages are damage, or more than one document can hold. */
const MAX_PAGES = 20_000;

/**
 * Reads a PDF. Throws `ServiceError` with `empty`, `encrypted`, `corrupt` or `too_large`. Pages that cannot be read are
 * left out with the warning `page_unreadable`; pages of images without text get `no_text_layer`, and pages whose layout
 * lost text come as plain lines with `text_dropped`.
 */
export async function parsePdf(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (input.bytes.length === 0) throw new ServiceError('empty', 'The file has no bytes.');
  const source = await openPdf(input.bytes);
  try {
    const { pages, warnings } = choosePages(source, input);
    const style = await survey(source, pages, context);
    const contents = await layOut(source, pages, style, context);
    const document = documentOfPages(contents, input.options.tables);
    return documentOf(document.markdown, {
      ...source.metadata,
      language: readLanguage(input.bytes),
      pages: document.pages,
      warnings: [...warnings, ...document.warnings],
    });
  } finally {
    source.close();
  }
}

function choosePages(
  source: PdfSource,
  { options }: ParseInput,
): { pages: readonly number[]; warnings: ParseWarning[] } {
  if (source.pageCount === 0) throw new ServiceError('empty', 'The PDF has no pages.');
  const { pages, omitted } = wantedPages(options, source.pageCount);
  if (pages.length === 0) {
    throw new ServiceError('empty', 'The PDF has none of the pages that were asked for.', { pages: source.pageCount });
  }
  if (pages.length > MAX_PAGES) {
    throw new ServiceError('too_large', `The PDF has more than ${MAX_PAGES} pages.`, { limit_pages: MAX_PAGES });
  }
  const message = `${omitted} of the pages asked for were left out: the request allows ${pages.length}.`;
  return { pages, warnings: omitted === 0 ? [] : [{ code: 'pages_omitted', message, page: null }] };
}

/** Both passes over the pages count for half of the progress. */
function reporter({ onProgress }: ParseContext, total: number): (passes: number) => void {
  return (passes) => onProgress({ completed: Math.floor(passes / 2), total, unit: 'pages', message: null });
}

async function survey(source: PdfSource, pages: readonly number[], context: ParseContext): Promise<DocumentStyle> {
  const report = reporter(context, pages.length);
  const sums = emptySurvey();
  const mono = monospaceSurvey();
  for (const [index, number] of pages.entries()) {
    const text = await source.text(number);
    if (text !== null) {
      mono.add(text.glyphs);
      surveyPage(sums, wordsOf(text, NO_MONOSPACE), text.frame.height);
    }
    report(index + 1);
    // PDFium blocks: only between pages can an abort come in and progress go out.
    await setImmediate();
    context.signal.throwIfAborted();
  }
  if (sums.pages === 0) throw new ServiceError('corrupt', 'No page of the PDF can be read.');
  return documentStyle(sums, source.outline, mono.fonts());
}

async function layOut(
  source: PdfSource,
  pages: readonly number[],
  style: DocumentStyle,
  context: ParseContext,
): Promise<PageContent[]> {
  const report = reporter(context, pages.length);
  const contents: PageContent[] = [];
  for (const [index, number] of pages.entries()) {
    contents.push(contentOf({ number, page: await source.page(number, style.monoFonts) }, style));
    report(pages.length + index + 1);
    await setImmediate();
    context.signal.throwIfAborted();
  }
  return contents;
}
