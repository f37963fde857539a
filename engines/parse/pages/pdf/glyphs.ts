/** Reads the characters of a page with their positions and fonts. */

import { heaviest } from '../page/geometry.ts';
import { SAME_ORIGIN } from '../page/glyph.ts';
import type { Glyph, GlyphRun } from '../page/glyph.ts';
import { isRightToLeft } from '../page/scripts.ts';
import { withAccents } from './glyphs/accents.ts';
import { withoutDoubles } from './glyphs/doubles.ts';
import { withoutHidden } from './glyphs/hidden.ts';
import { withTrueWidths } from './glyphs/true-widths.ts';
import { withTrueSizes } from './glyphs/type3-sizes.ts';
import { mapGlyphNumbers } from './codes/unmapped.ts';
import type { Character } from './codes/unmapped.ts';
import { readCharacters, SPACE } from './characters.ts';
import { readDrawings } from './drawings.ts';
import { pageFrame } from './page-frame.ts';
import type { PageFrame } from './page-frame.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';

export interface PageText {
  /** Turned so that most of the text is upright. */
  readonly frame: PageFrame;
  readonly glyphs: GlyphRun;
  /** Number of words that no reader of the page sees, and that are not among them. */
  readonly hiddenWords: number;
}

/** Smaller boxes hold no ink, in points. */
const HAIRLINE = 0.05; // a dot of 8 points is .8 wide

/** With `showsHidden`, text that no reader sees is among the glyphs. */
export function readText(
  pdfium: Pdfium,
  scratch: Scratch,
  page: number,
  textPage: number,
  showsHidden: boolean,
): PageText {
  const characters = mapGlyphNumbers(readCharacters(pdfium, scratch, textPage));
  const drawn = characters.filter((character) => character !== null);
  // Slanted text is a picture or a stamp, however many letters it has, and runs of its own are read along their slant.
  const main =
    heaviest(
      drawn.filter(({ style }) => style.direction % 90 === 0),
      ({ style }) => style.direction,
      () => 1,
    ) ?? 0;
  const frame = pageFrame(pdfium, scratch, page, main / 90);
  // Boxes of right-to-left fonts and of ligatures are wrong; only there is reading the ink worth the time.
  const readsInk = drawn.some(({ code }) => isRightToLeftCode(code));
  const glyphs: (Glyph | null)[] = [];
  let previous: Glyph | null = null;
  for (const character of characters) {
    if (character === null) {
      glyphs.push(null);
      continue;
    }
    const glyph: Glyph = readGlyph(pdfium, scratch, textPage, frame, character, main, (originX) => {
      return readsInk || (previous !== null && Math.abs(previous.originX - originX) < SAME_ORIGIN);
    });
    glyphs.push(glyph);
    previous = glyph;
  }
  const { run, words } = showsHidden
    ? { run: glyphs, words: 0 }
    : withoutHidden(glyphs, () => readDrawings(pdfium, scratch, page, frame).images);
  return { frame, glyphs: withAccents(withoutDoubles(withTrueWidths(withTrueSizes(run)))), hiddenWords: words };
}

const isRightToLeftCode = (code: number): boolean => code >= 0x590 && isRightToLeft(String.fromCodePoint(code));

const isBlankCode = (code: number): boolean =>
  code <= SPACE
    ? code === SPACE || (code >= 9 && code <= 13)
    : code >= 0xa0 && /[\s\u200b]/.test(String.fromCodePoint(code));

/** `needsInk` decides by the origin whether the ink box is read; otherwise the loose box is used. */
function readGlyph(
  pdfium: Pdfium,
  scratch: Scratch,
  textPage: number,
  frame: PageFrame,
  { index, code, unmapped, style }: Character,
  main: number,
  needsInk: (originX: number) => boolean,
): Glyph {
  pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch.at(0));
  // A rectangle of PDFium is left, top, right, bottom.
  const { x0, y0, x1, y1 } = frame.box(scratch.float32(0), scratch.float32(3), scratch.float32(2), scratch.float32(1));
  pdfium.FPDFText_GetCharOrigin(textPage, index, scratch.at(0), scratch.at(8));
  const [originX, baseline] = frame.point(scratch.float64(0), scratch.float64(1));
  let [inkX0, inkX1] = [x0, x1];
  let hasInk = true;
  if (unmapped || needsInk(originX)) {
    // The tight box comes as left, right, bottom, top.
    pdfium.FPDFText_GetCharBox(textPage, index, scratch.at(0), scratch.at(8), scratch.at(16), scratch.at(24));
    const ink = frame.box(scratch.float64(0), scratch.float64(2), scratch.float64(1), scratch.float64(3));
    [inkX0, inkX1] = [ink.x0, ink.x1];
    hasInk = Math.min(ink.x1 - ink.x0, ink.y1 - ink.y0) > HAIRLINE;
  }
  return {
    x0,
    y0,
    x1,
    y1,
    text: String.fromCodePoint(code),
    // A glyph that draws nothing is a space, whatever its number.
    blank: isBlankCode(code) || (unmapped && !hasInk && x1 > x0),
    unmapped,
    rightToLeft: isRightToLeftCode(code),
    inkX0,
    inkX1,
    originX,
    baseline,
    angle: (style.direction - main + 360) % 360,
    style,
  };
}
