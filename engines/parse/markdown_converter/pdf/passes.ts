/** The passes over a PDF: a survey of all its pages, the layout of each, and the document of them all. */

import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../../errors/index.ts';
import { documentOf } from '../../documents/document.ts';
import { wantedPages } from '../../options.ts';
import type { PageBlock, PageContent } from '../../pages/layout/blocks.ts';
import { contentOf } from '../../pages/layout/page-content.ts';
import { illegibility } from '../../pages/page/legibility.ts';
import { NO_MONOSPACE } from '../../pages/page/monospace-fonts.ts';
import { documentStyle } from '../../pages/survey/document-style.ts';
import type { DocumentStyle } from '../../pages/survey/document-style.ts';
import { monospaceSurvey } from '../../pages/survey/monospace.ts';
import { emptySurvey, surveyPage } from '../../pages/survey/survey.ts';
import { documentOfPages } from '../../pages/write/document.ts';
import type { ParseContext, ParsedDocument, ParsedImage, ParseInput, ParseWarning } from '../../documents/types.ts';
import { wordsOf } from '../../pages/pdf/extract.ts';
import { readLanguage } from '../../pages/pdf/file/metadata.ts';
import type { Metadata } from '../../pages/pdf/file/metadata.ts';
import { attachedFiles, pageWarnings } from '../../pages/pdf/page-warnings.ts';
import { emptyPictureFiles } from '../../pages/pdf/pictures.ts';
import type { PdfSource } from '../../pages/pdf/source.ts';

/** More pages are damage, or more than one document can hold. */
const MAX_PAGES = 20_000; // test “says once that a file counts more pages than it has”

/** Unreadable pages at the end are reported one by one up to this number. */
const MAX_UNREADABLE_END = 20; // test “says once that a file counts more pages than it has”

/** Facts about the whole document. Plain data, so that it can be stored. */
export interface PdfSurvey {
  /** Numbers of the requested pages, from 1, ascending. */
  readonly pages: readonly number[];
  readonly style: DocumentStyle;
  readonly metadata: Metadata;
  readonly language: string | null;
  /** The paragraphs of a form that programs show instead of the pages. */
  readonly form: readonly string[];
  /** The titles of the outline. */
  readonly outline: readonly string[];
  readonly warnings: readonly ParseWarning[];
}

/** The pages that the options request, and warnings about what is left out. Throws `empty` or `too_large`. */
export function choosePages(
  source: PdfSource,
  { options }: ParseInput,
): { pages: readonly number[]; warnings: ParseWarning[] } {
  if (source.pageCount === 0) throw new ServiceError('empty', 'The PDF has no pages.');
  const { pages, omitted } = wantedPages(options, source.pageCount);
  if (pages.length === 0) {
    throw new ServiceError('empty', 'The PDF has none of the requested pages.', { pages: source.pageCount });
  }
  if (pages.length > MAX_PAGES) {
    throw new ServiceError('too_large', `The PDF has more than ${MAX_PAGES} pages.`, { limit_pages: MAX_PAGES });
  }
  const warnings: ParseWarning[] = [];
  if (omitted > 0) {
    const message = `${omitted} of the requested pages were left out: the request allows ${pages.length}.`;
    warnings.push({ code: 'pages_omitted', message, page: null });
  }
  warnings.push(...attachedFiles('The PDF', source.attachments, null));
  return { pages, warnings };
}

/** The first pass; it makes up the first half of the progress. */
export async function surveyPages(source: PdfSource, input: ParseInput, context: ParseContext): Promise<PdfSurvey> {
  const { pages, warnings } = choosePages(source, input);
  let last = 0;
  const sums = emptySurvey();
  const mono = monospaceSurvey();
  for (const [index, number] of pages.entries()) {
    const text = await source.text(number);
    if (text !== null) {
      last = index;
      mono.add(text.glyphs);
      surveyPage(sums, wordsOf(text, NO_MONOSPACE), text.frame.height);
    }
    const completed = Math.floor((index + 1) / 2);
    context.onProgress({ completed, total: pages.length, unit: 'pages', message: null });
    // PDFium blocks, so aborts and progress get through only between pages.
    await setImmediate();
    context.signal.throwIfAborted();
  }
  if (sums.pages === 0) throw new ServiceError('corrupt', 'No page of the PDF can be read.');
  const missing = pages.length - last - 1;
  if (missing > MAX_UNREADABLE_END) {
    const message = `The last ${missing} pages cannot be read: the file is damaged or counts pages that it does not have.`;
    warnings.push({ code: 'pages_missing', message, page: null });
  }
  return {
    pages: missing > MAX_UNREADABLE_END ? pages.slice(0, last + 1) : pages,
    style: documentStyle(sums, source.outline, mono.fonts()),
    metadata: source.metadata,
    language: readLanguage(input.bytes),
    form: source.form,
    outline: source.outline.map(({ title }) => title),
    warnings,
  };
}

/** Pages that share one picture limit, so that a range of this size gives the same result as within the document. */
export const PAGES_OF_RANGE = 100; // one picture limit, and one opening of the file

export interface LaidOutPages {
  readonly contents: readonly PageContent[];
  /** Each picture once. */
  readonly images: readonly ParsedImage[];
}

/** The second pass. `onPage` receives the number of finished pages. */
export async function layOutPages(
  source: PdfSource,
  pages: readonly number[],
  { style }: PdfSurvey,
  { options }: ParseInput,
  signal: AbortSignal,
  onPage: (done: number) => void,
): Promise<LaidOutPages> {
  const contents: PageContent[] = [];
  const images = new Map<string, ParsedImage>();
  let files = emptyPictureFiles();
  for (const number of pages) {
    if (contents.length % PAGES_OF_RANGE === 0) files = emptyPictureFiles();
    const omitted = files.omitted;
    const read = await source.page(number, style.monoFonts, options.images === 'extract' ? files : null);
    const content = contentOf({ number, page: read?.page ?? null }, style, options.headers, [
      ...(read?.pictures ?? []),
      ...(options.comments ? (read?.remarks ?? []) : []),
    ]);
    const poor = read === null ? null : illegibility(read.page);
    const warnings = [
      ...content.warnings,
      ...(poor === null ? [] : [poorText(number, poor)]),
      ...(read === null ? [] : pageWarnings(number, read, files.omitted > omitted)),
    ];
    contents.push({ ...content, warnings });
    for (const [name, image] of files.images) if (!images.has(name)) images.set(name, image);
    onPage(contents.length);
    await setImmediate();
    signal.throwIfAborted();
  }
  return { contents, images: [...images.values()] };
}

const poorText = (page: number, why: string): ParseWarning => ({
  code: 'text_layer_poor',
  message: `The text layer of the page cannot be relied on: ${why}. It needs text recognition.`,
  page,
});

/** `contents` are the contents of all pages of the survey. */
export function documentFrom(
  { metadata, language, form, outline, warnings }: PdfSurvey,
  { contents, images }: LaidOutPages,
  { options }: Pick<ParseInput, 'options'>,
): ParsedDocument {
  const document = documentOfPages(withForm(contents, form), options.tables);
  const missed = missedEntries(outline, contents);
  return documentOf(document.markdown, {
    ...metadata,
    properties: { ...metadata.properties, ...(missed.length > 0 && { outline: missed.join('; ') }) },
    language,
    pages: document.pages,
    places: document.places,
    pageSizes: document.pageSizes,
    images,
    warnings: [...warnings, ...document.warnings],
  });
}

/** The form is made instead of the first page, which usually says that it could not be shown. */
function withForm(contents: readonly PageContent[], form: readonly string[]): readonly PageContent[] {
  const [first, ...others] = contents;
  if (first === undefined || form.length === 0) return contents;
  const box = { x0: 0, y0: 0, x1: first.size?.width ?? 0, y1: first.size?.height ?? 0 };
  const blocks = form.map((text): PageBlock => {
    return { kind: 'paragraph', text, links: [], fontSize: 10, marked: false, box, confidence: 1 };
  });
  return [{ ...first, blocks: [...first.blocks, ...blocks] }, ...others];
}

/** The entries of the outline that are no headings of the text. */
function missedEntries(outline: readonly string[], contents: readonly PageContent[]): string[] {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const headings = new Set(
    contents.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'heading' ? [plain(block.text)] : []))),
  );
  return outline.map((title) => title.replace(/\s+/g, ' ').trim()).filter((title) => !headings.has(plain(title)));
}
