/** An open PDF, read page by page in bounded memory. */

import { ServiceError } from '../../../../errors/index.ts';
import type { MonospaceFonts } from '../page/monospace-fonts.ts';
import type { OutlineEntry } from '../page/outline.ts';
import type { ExtractedPage } from '../page/page.ts';
import type { Picture } from '../page/picture.ts';
import type { Remark } from '../page/remark.ts';
import { fileName } from './annotations.ts';
import type { Annotations } from './annotations.ts';
import { extractPage, withPage } from './extract.ts';
import { withDescriptions } from './figures.ts';
import { readText } from './glyphs.ts';
import type { PageText } from './glyphs.ts';
import { readMetadata } from './file/metadata.ts';
import type { Metadata } from './file/metadata.ts';
import { readOutline } from './file/outline.ts';
import { allocateScratch, discardPdfium, loadPdfium, openDocument, openForm } from './file/pdfium.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';
import { readPictures } from './pictures.ts';
import type { PictureFiles } from './pictures.ts';
import { readXfa } from './file/xfa.ts';

export interface PdfSource {
  readonly pageCount: number;
  readonly outline: readonly OutlineEntry[];
  readonly metadata: Metadata;
  /** The paragraphs of a form that programs make from XML instead of showing the pages. */
  readonly form: readonly string[];
  /** Names of attached files, which are not read. */
  readonly attachments: readonly string[];
  /** The characters of the page with this number, from 1; `null` when it cannot be read. */
  readonly text: (page: number) => Promise<PageText | null>;
  /** `null` when the page cannot be read. Its pictures are added to `files`, if given. */
  readonly page: (page: number, monoFonts: MonospaceFonts, files: PictureFiles | null) => Promise<ReadPage | null>;
  /** Runs any other query on a page, for example for its picture; `null` when the page cannot be read. */
  readonly use: <T>(page: number, ask: (pdfium: Pdfium, page: number) => T) => Promise<T | null>;
  readonly close: () => void;
}

export interface ReadPage {
  readonly page: ExtractedPage;
  readonly pictures: readonly Picture[];
  readonly remarks: readonly Remark[];
  /** Numbers of fields with a value, and of words, that no reader of the page sees. */
  readonly hidden: { readonly fields: number; readonly words: number };
  /** Names of files attached to places of the page. */
  readonly files: readonly string[];
}

/** PDFium keeps everything it has parsed, so the document is reopened after this many pages. */
const PAGES_PER_OPENING = 100; // as many as a page range has
/** Documents with up to this many pages keep the characters of their pages between the two passes. */
const MAX_KEPT_PAGES = 32; // bounds memory: the text of longer documents is read twice

interface Opening {
  readonly pdfium: Pdfium;
  readonly document: number;
  /** PDFium's handle of its form; 0 without one. */
  readonly form: number;
  readonly scratch: Scratch;
  readonly close: () => void;
}

/**
 * Opens a PDF, with a password if it needs one. `showsHidden` adds what no reader of a page sees to its text. Throws `ServiceError` with `empty`, `encrypted`, `corrupt` or
 * `too_large`.
 */
export async function openPdf(
  bytes: Uint8Array,
  passwords: readonly string[] = [],
  showsHidden = false,
): Promise<PdfSource> {
  if (bytes.length === 0) throw new ServiceError('empty', 'The file has no bytes.');
  let opening = await open(bytes, passwords);
  const { pdfium, document } = opening;
  const pageCount = pdfium.FPDF_GetPageCount(document);
  const [outline, metadata] = [readOutline(pdfium, document), readMetadata(pdfium, document, bytes)];
  const form = readXfa(pdfium, document, opening.scratch);
  const attachments = readAttachments(pdfium, document);
  const texts = new Map<number, PageText>();
  /** A page that was opened before has no fields any more: they have become its content. */
  const annotated = new Map<number, Annotations>();
  let pages = 0;

  const read = async <T>(
    number: number,
    use: (opening: Opening, page: number, textPage: number, annotations: Annotations) => T,
  ): Promise<T | null> => {
    if (pages++ === PAGES_PER_OPENING) {
      opening.close();
      opening = await open(bytes, passwords);
      pages = 1;
    }
    try {
      const current = opening;
      return withPage(current.pdfium, current.scratch, current, number - 1, showsHidden, (page, textPage, found) => {
        const annotations = annotated.get(number) ?? found;
        if (annotations.hasLooks) annotated.set(number, annotations);
        return use(current, page, textPage, annotations);
      });
    } catch (error) {
      if (isTrap(error)) {
        discardPdfium();
        opening = await open(bytes, passwords);
        pages = 0;
      }
      return null;
    }
  };
  const textOf = (number: number, { pdfium, scratch }: Opening, page: number, textPage: number): PageText => {
    const text = texts.get(number) ?? readText(pdfium, scratch, page, textPage, showsHidden);
    if (pageCount <= MAX_KEPT_PAGES) texts.set(number, text);
    return text;
  };
  return {
    pageCount,
    outline,
    metadata,
    form,
    attachments,
    text: (number) => read(number, (current, page, textPage) => textOf(number, current, page, textPage)),
    page: (number, monoFonts, files) =>
      read(number, (current, handle, textPage, annotations) => {
        const text = textOf(number, current, handle, textPage);
        const { page, images, figures, remarks, hiddenWords } = extractPage(
          current.pdfium,
          current.scratch,
          current.document,
          handle,
          text,
          annotations,
          monoFonts,
          showsHidden,
        );
        const place = { number, width: page.width, height: page.height };
        const pictures = files === null ? [] : readPictures(current.pdfium, current.scratch, images, place, files);
        return {
          page,
          pictures: withDescriptions(pictures, figures),
          remarks,
          hidden: { fields: annotations.hidden, words: hiddenWords },
          files: annotations.files,
        };
      }),
    use: (number, ask) => read(number, (current, page) => ask(current.pdfium, page)),
    close: () => opening.close(),
  };
}

const MAX_NAMED = 1000; // more are counted by no reader

function readAttachments(pdfium: Pdfium, document: number): string[] {
  const count = Math.min(MAX_NAMED, pdfium.FPDFDoc_GetAttachmentCount(document));
  return Array.from({ length: count }, (_, index) => fileName(pdfium, pdfium.FPDFDoc_GetAttachment(document, index)));
}

async function open(bytes: Uint8Array, passwords: readonly string[]): Promise<Opening> {
  const pdfium = await loadPdfium();
  const { document, close } = openDocument(pdfium, bytes, passwords);
  const form = openForm(pdfium, document);
  const scratch = allocateScratch(pdfium);
  return {
    pdfium,
    document,
    form: form.handle,
    scratch,
    close: () => {
      scratch.free();
      form.close();
      close();
    },
  };
}

/** WebAssembly trapped, so the memory of the instance can no longer be trusted. */
const isTrap = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';
