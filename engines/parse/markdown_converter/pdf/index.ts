/** PDF to Markdown: the text layer, laid out. */

import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../../platform/errors.ts';
import { documentOf } from '../../document.ts';
import type { ParseContext, ParseInput, ParseWarning, ParsedDocument } from '../../types.ts';
import { documentBlocks } from './blocks.ts';
import type { PageBlock } from './blocks.ts';
import { documentStyle } from './document-style.ts';
import { extractPage } from './extract.ts';
import type { ExtractedPage } from './extract.ts';
import { renderMarkdown } from './markdown.ts';
import { readLanguage, readMetadata } from './metadata.ts';
import type { Metadata } from './metadata.ts';
import { monospaceSurvey } from './monospace.ts';
import type { MonospaceFonts } from './monospace.ts';
import { readOutline } from './outline.ts';
import type { OutlineEntry } from './outline.ts';
import { layOutPage } from './page-layout.ts';
import { allocateScratch, discardPdfium, loadPdfium, openDocument } from './pdfium.ts';
import { runningWords } from './running-heads.ts';

/**
 * Reads a PDF. Throws `ServiceError` with `empty`, `encrypted`, `corrupt` or `too_large`. Pages that cannot be read are
 * left out with the warning `page_unreadable`; pages of images without text get `no_text_layer`, and pages whose layout
 * lost text come as plain lines with `text_dropped`.
 */
export async function parsePdf(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (input.bytes.length === 0) throw new ServiceError('empty', 'The file has no bytes.');
  const source = await readPdf(input.bytes, context);
  const { blocks, warnings } = await layOut(source, context.signal);
  const { markdown, pages } = renderMarkdown(blocks, source.pages.length);
  return documentOf(markdown.toWellFormed(), {
    ...source.metadata,
    language: readLanguage(input.bytes),
    pages,
    warnings,
  });
}

interface PdfSource {
  /** `null` for a page that cannot be read. */
  readonly pages: readonly (ExtractedPage | null)[];
  readonly monoFonts: MonospaceFonts;
  readonly outline: readonly OutlineEntry[];
  readonly metadata: Metadata;
}

async function readPdf(bytes: Uint8Array, { signal, onProgress }: ParseContext): Promise<PdfSource> {
  const pdfium = await loadPdfium();
  signal.throwIfAborted();
  const handle = openDocument(pdfium, bytes);
  const scratch = allocateScratch(pdfium);
  try {
    const total = pdfium.FPDF_GetPageCount(handle.document);
    if (total === 0) throw new ServiceError('empty', 'The PDF has no pages.');
    const survey = monospaceSurvey();
    const pages: (ExtractedPage | null)[] = [];
    while (pages.length < total) {
      try {
        pages.push(extractPage(pdfium, scratch, handle.document, pages.length, survey));
      } catch (error) {
        pages.push(null);
        if (error instanceof Error && error.name === 'RuntimeError') discardPdfium();
      }
      onProgress({ completed: pages.length, total, unit: 'pages', message: null });
      // PDFium blocks: only between pages can an abort come in and progress go out.
      await setImmediate();
      signal.throwIfAborted();
    }
    if (pages.every((page) => page === null)) throw new ServiceError('corrupt', 'No page of the PDF can be read.');
    return {
      pages,
      monoFonts: survey.fonts(),
      outline: readOutline(pdfium, handle.document),
      metadata: readMetadata(pdfium, handle.document),
    };
  } finally {
    scratch.free();
    handle.close();
  }
}

async function layOut(source: PdfSource, signal: AbortSignal) {
  const pages = source.pages.map((page, index) => ({ number: index + 1, page }));
  const readable = pages.flatMap(({ number, page }) => (page === null ? [] : [{ number, page }]));
  const style = documentStyle(
    readable.flatMap(({ page }) => page.words),
    source.outline,
    source.monoFonts,
  );
  const running = runningWords(
    readable.map(({ page }) => page),
    style.bodySize,
  );
  const warnings: ParseWarning[] = [];
  const warn = (code: string, page: number, message: string): void => void warnings.push({ code, message, page });
  for (const { number, page } of pages) {
    if (page === null) warn('page_unreadable', number, 'The page is damaged and was left out.');
  }
  const content: PageBlock[] = [];
  for (const [index, { number, page }] of readable.entries()) {
    if (page.words.length === 0 && page.rotated.length === 0 && page.drawings.hasImages) {
      warn('no_text_layer', number, 'The page is an image without text: it needs text recognition.');
    }
    const words = page.words.filter((word) => running[index]?.has(word) !== true);
    const { blocks, isPlain } = layOutPage(page, words, style);
    if (isPlain) warn('text_dropped', number, 'The layout of the page lost text: its lines are given one by one.');
    content.push(...blocks.map((block) => ({ page: number, content: block })));
    await setImmediate();
    signal.throwIfAborted();
  }
  return { blocks: documentBlocks(content, style), warnings };
}
