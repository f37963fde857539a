/** Extracts the words, drawings and structure of one page, which the layout needs. */

import type { MonospaceFonts } from '../page/monospace-fonts.ts';
import type { ExtractedPage } from '../page/page.ts';
import type { Remark } from '../page/remark.ts';
import type { Word } from '../page/word.ts';
import { placed, readAnnotations, readLinks } from './annotations.ts';
import type { Annotations } from './annotations.ts';
import { readDrawings } from './drawings.ts';
import type { DrawnImage } from './drawings.ts';
import { withEmptyTexts } from './empty-texts.ts';
import { readFigures } from './figures.ts';
import type { Figure } from './figures.ts';
import { withFilledIn } from './looks/filled-in.ts';
import type { PageText } from './glyphs.ts';
import { withMarkups } from './looks/markups.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';
import { rotatedWords } from './rotated.ts';
import { withScripts } from './looks/scripts.ts';
import { withStrikes } from './looks/strikes.ts';
import { readStructure } from './structure.ts';
import { isOnPage, uprightWords, withoutCopies } from './words.ts';

/** Opens the page at `index`, from 0, for `use`. Throws when PDFium cannot load it. */
export function withPage<T>(
  pdfium: Pdfium,
  scratch: Scratch,
  { document, form }: { readonly document: number; readonly form: number },
  index: number,
  showsHidden: boolean,
  use: (page: number, textPage: number, annotations: Annotations) => T,
): T {
  let page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) throw new Error('PDFium cannot load the page.');
  let textPage = 0;
  try {
    const annotations = readAnnotations(pdfium, scratch, form, page, showsHidden);
    if (annotations.hasLooks) {
      // Their looks become content of the page, which must then be reopened.
      pdfium.FPDFPage_Flatten(page, 0);
      pdfium.FPDF_ClosePage(page);
      page = pdfium.FPDF_LoadPage(document, index);
    }
    const opened = page;
    textPage = withEmptyTexts(pdfium, scratch, opened, () => pdfium.FPDFText_LoadPage(opened));
    return use(page, textPage, annotations);
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
    pdfium.FPDF_ClosePage(page);
  }
}

/** The upright words on a page. */
export const wordsOf = ({ frame, glyphs }: PageText, monoFonts: MonospaceFonts): Word[] =>
  withoutCopies(uprightWords(glyphs, monoFonts, [])).filter((word) => isOnPage(word, frame));

interface Extracted {
  readonly page: ExtractedPage;
  /** Their handles are valid while the page is open. */
  readonly images: readonly DrawnImage[];
  readonly figures: readonly Figure[];
  readonly remarks: readonly Remark[];
  /** Number of words that no reader of the page sees, and that are not among its words. */
  readonly hiddenWords: number;
}

/** With `showsHidden`, words outside the page are among its words. */
export function extractPage(
  pdfium: Pdfium,
  scratch: Scratch,
  document: number,
  page: number,
  text: PageText,
  annotations: Annotations,
  monoFonts: MonospaceFonts,
  showsHidden: boolean,
): Extracted {
  const structure = readStructure(pdfium, scratch, page);
  const { images, ...drawings } = readDrawings(pdfium, scratch, page, text.frame);
  const links = readLinks(pdfium, scratch, document, page, text.frame);
  const { filledIn, markups } = placed(annotations, text.frame);
  const all = withoutCopies(uprightWords(text.glyphs, monoFonts, links));
  const shown = showsHidden ? all : all.filter((word) => isOnPage(word, text.frame));
  const drawn = withStrikes(withScripts(shown), drawings.horizontal);
  const { words, remarks } = withMarkups(withFilledIn(drawn.words, filledIn), markups);
  return {
    images,
    figures: structure === null ? [] : readFigures(pdfium, scratch, page, text.frame, structure),
    remarks,
    hiddenWords: text.hiddenWords + all.length - shown.length,
    page: {
      width: text.frame.width,
      height: text.frame.height,
      words,
      rotated: rotatedWords(text.glyphs),
      unmapped: text.glyphs.filter((glyph) => glyph?.unmapped === true && !glyph.blank).length,
      drawings: { ...drawings, horizontal: drawn.rules },
      paper: text.frame.paper,
      structure: structure === null || structure.byMcid.size === 0 ? null : structure,
    },
  };
}
