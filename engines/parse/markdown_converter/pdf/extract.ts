/** One page as words, drawings and structure. */

import { readDrawings } from './drawings.ts';
import type { Drawings } from './drawings.ts';
import { readGlyphs, readOrientation } from './glyphs.ts';
import type { MonospaceSurvey } from './monospace.ts';
import { pageFrame } from './page-frame.ts';
import type { Pdfium, Scratch } from './pdfium.ts';
import { readStructure } from './structure.ts';
import type { PageStructure } from './structure.ts';
import { rotated, upright, visible } from './words.ts';
import type { Word } from './words.ts';

export interface ExtractedPage {
  readonly width: number;
  readonly height: number;
  /** In content order. */
  readonly words: readonly Word[];
  /** Text that runs along another direction than most of the page. */
  readonly rotated: readonly Word[];
  readonly drawings: Drawings;
  /** `null` when the page is not tagged. */
  readonly structure: PageStructure | null;
}

/** Reads the page at `index`, from 0, and adds its fonts to `survey`. Throws when PDFium cannot load it. */
export function extractPage(
  pdfium: Pdfium,
  scratch: Scratch,
  document: number,
  index: number,
  survey: MonospaceSurvey,
): ExtractedPage {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) throw new Error('PDFium cannot load the page.');
  let textPage = 0;
  try {
    textPage = pdfium.FPDFText_LoadPage(page);
    const orientation = readOrientation(pdfium, textPage);
    const frame = pageFrame(pdfium, scratch, page, orientation.turns);
    const glyphs = readGlyphs(pdfium, scratch, textPage, frame, orientation.slant);
    survey.add(glyphs);
    const words = visible(upright(glyphs, survey.fonts()), frame.width, frame.height);
    const structure = readStructure(pdfium, scratch, page);
    return {
      width: frame.width,
      height: frame.height,
      words: words.some((word) => word.rightToLeft) ? words : words.map(withoutGlyphs),
      rotated: rotated(glyphs).map(withoutGlyphs),
      drawings: readDrawings(pdfium, scratch, page, frame),
      structure: structure === null || structure.byMcid.size === 0 ? null : structure,
    };
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
    pdfium.FPDF_ClosePage(page);
  }
}

/** Single characters matter to right-to-left lines only; kept for a long document they would fill the memory. */
const withoutGlyphs = (word: Word): Word => ({ ...word, glyphs: NO_GLYPHS, follows: null });

const NO_GLYPHS: Word['glyphs'] = [];
