/** Extracts the words, drawings and structure of one page, which the layout needs. */

import type { MonospaceFonts } from '../page/monospace-fonts.ts';
import type { ExtractedPage } from '../page/page.ts';
import type { Word } from '../page/word.ts';
import { flattenFields, readLinks } from './annotations.ts';
import type { Link } from './annotations.ts';
import { readDrawings } from './drawings.ts';
import type { DrawnImage } from './drawings.ts';
import { withEmptyTexts } from './empty-texts.ts';
import type { PageText } from './glyphs.ts';
import type { Pdfium, Scratch } from './pdfium.ts';
import { rotatedWords } from './rotated.ts';
import { withScripts } from './scripts.ts';
import { withStrikes } from './strikes.ts';
import { readStructure } from './structure.ts';
import { uprightWords, visibleWords } from './words.ts';

/** Opens the page at `index`, from 0, for `use`. Throws when PDFium cannot load it. */
export function withPage<T>(
  pdfium: Pdfium,
  scratch: Scratch,
  document: number,
  index: number,
  use: (page: number, textPage: number) => T,
): T {
  let page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) throw new Error('PDFium cannot load the page.');
  let textPage = 0;
  try {
    if (flattenFields(pdfium, page)) {
      pdfium.FPDF_ClosePage(page);
      page = pdfium.FPDF_LoadPage(document, index);
    }
    const opened = page;
    textPage = withEmptyTexts(pdfium, scratch, opened, () => pdfium.FPDFText_LoadPage(opened));
    return use(page, textPage);
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
    pdfium.FPDF_ClosePage(page);
  }
}

/** The upright words of a page. */
export const wordsOf = ({ frame, glyphs }: PageText, monoFonts: MonospaceFonts, links: readonly Link[] = []): Word[] =>
  visibleWords(uprightWords(glyphs, monoFonts, links), frame.width, frame.height);

/** Extracts a page with its images, whose handles are valid while the page is open. */
export function extractPage(
  pdfium: Pdfium,
  scratch: Scratch,
  document: number,
  page: number,
  text: PageText,
  monoFonts: MonospaceFonts,
): { readonly page: ExtractedPage; readonly images: readonly DrawnImage[] } {
  const structure = readStructure(pdfium, scratch, page);
  const { images, ...drawings } = readDrawings(pdfium, scratch, page, text.frame);
  const links = readLinks(pdfium, scratch, document, page, text.frame);
  const { words, rules } = withStrikes(withScripts(wordsOf(text, monoFonts, links)), drawings.horizontal);
  return {
    images,
    page: {
      width: text.frame.width,
      height: text.frame.height,
      words,
      rotated: rotatedWords(text.glyphs),
      unmapped: text.glyphs.filter((glyph) => glyph?.unmapped === true && !glyph.blank).length,
      drawings: { ...drawings, horizontal: rules },
      paper: text.frame.paper,
      structure: structure === null || structure.byMcid.size === 0 ? null : structure,
    },
  };
}
