/** Reads the characters of a page with their positions and fonts. */

import { heaviest } from '../../../shared/page/geometry.ts';
import type { Glyph, GlyphRun, TextStyle } from '../../../shared/page/glyph.ts';
import { isRightToLeft } from '../../../shared/page/scripts.ts';
import { pageFrame } from './page-frame.ts';
import type { PageFrame } from './page-frame.ts';
import type { Pdfium, Scratch } from './pdfium.ts';

export interface PageText {
  /** Turned so that most of the text is upright. */
  readonly frame: PageFrame;
  readonly glyphs: GlyphRun;
}

/** PDFium's code for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2;
/** PDFium's code for a character without one, and the last code point of Unicode: damaged fonts use others. */
const NO_CHARACTER = 0xfffe;
const LAST_CHARACTER = 0x10ffff;
const SPACE = 32;

const BOLD_NAME =
  /bold|black|heavy|demi|[-_,]bd|semibold|^(cmbx|cmb1|sfbx|ecbx|lmbx|ptmb|phvb)|-B$|(rom|san|mon)No9L-Medi/i;
/** A font with such a name is not bold, even if its stems are thick: PDFium guesses the weight from them. */
const REGULAR_NAME = /regular|roman|book|light/i;
const MONO_NAME = /mono|courier|consol|typewriter|cmtt|menlo|inconsol|fixed/i;

/** Bits of a font descriptor's `/Flags`. */
const FIXED_PITCH = 1;
const FORCE_BOLD = 1 << 18;

const BOLD_WEIGHT = 600; // copy_protected: −.183 at 300, −.053 at 1200
/** Text render modes. Fill and stroke together imitate bold. */
const FILL_AND_STROKE = 2;
const INVISIBLE = 3;

/** Scanners tilt a page by a few degrees; the text still counts as upright. */
const TILT = 5; // no sample between 2.5 and 10: more than any feeder tilts
/** Letters of a ligature have origins within this distance, in points. */
const SAME_ORIGIN = 0.05; // no sample between .025 and .1: equal but for rounding

/** A drawn character before its position is read: its index on the text page, code and style. */
interface Character {
  readonly index: number;
  readonly code: number;
  readonly style: TextStyle;
}

export function readText(pdfium: Pdfium, scratch: Scratch, page: number, textPage: number): PageText {
  const characters = withoutLeftovers(readCharacters(pdfium, scratch, textPage));
  const drawn = characters.filter((character) => character !== null);
  const main =
    heaviest(
      drawn,
      ({ style }) => style.direction,
      () => 1,
    ) ?? 0;
  const frame = pageFrame(pdfium, scratch, page, Math.floor(main / 90));
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
  return { frame, glyphs };
}

function readCharacters(pdfium: Pdfium, scratch: Scratch, textPage: number): (Character | null)[] {
  const styles = new Map<number, TextStyle>();
  const characters: (Character | null)[] = [];
  const count = pdfium.FPDFText_CountChars(textPage);
  for (let index = 0; index < count; index++) {
    const code = pdfium.FPDFText_GetUnicode(textPage, index);
    if (!isDrawn(pdfium, textPage, index, code)) {
      characters.push(null);
      continue;
    }
    const textObject = pdfium.FPDFText_GetTextObject(textPage, index);
    let style = styles.get(textObject);
    if (style === undefined) {
      style = readStyle(pdfium, scratch, textPage, index, textObject);
      styles.set(textObject, style);
    }
    characters.push({ index, code, style });
  }
  return characters;
}

/** Removes invisible text from pages where most text is visible: it is not the text of a scan, but a leftover of some tool. */
function withoutLeftovers(characters: readonly (Character | null)[]): readonly (Character | null)[] {
  const drawn = characters.filter((character) => character !== null);
  const invisible = drawn.filter(({ style }) => style.invisible).length;
  if (invisible === 0 || invisible > drawn.length / 2) return characters;
  return characters.map((character) => (character?.style.invisible === true ? null : character));
}

function isDrawn(pdfium: Pdfium, textPage: number, index: number, code: number): boolean {
  if (code === LINE_END_HYPHEN) return true;
  if (code === 0 || code === NO_CHARACTER || code >>> 0 > LAST_CHARACTER) return false;
  // PDFium generates spaces and line ends only.
  return code > SPACE || pdfium.FPDFText_IsGenerated(textPage, index) !== 1;
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
  { index, code, style }: Character,
  main: number,
  needsInk: (originX: number) => boolean,
): Glyph {
  pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch.at(0));
  // A rectangle of PDFium is left, top, right, bottom.
  const { x0, y0, x1, y1 } = frame.box(scratch.float32(0), scratch.float32(3), scratch.float32(2), scratch.float32(1));
  pdfium.FPDFText_GetCharOrigin(textPage, index, scratch.at(0), scratch.at(8));
  const [originX, baseline] = frame.point(scratch.float64(0), scratch.float64(1));
  let [inkX0, inkX1] = [x0, x1];
  if (needsInk(originX)) {
    // The tight box comes as left, right, bottom, top.
    pdfium.FPDFText_GetCharBox(textPage, index, scratch.at(0), scratch.at(8), scratch.at(16), scratch.at(24));
    const ink = frame.box(scratch.float64(0), scratch.float64(2), scratch.float64(1), scratch.float64(3));
    [inkX0, inkX1] = [ink.x0, ink.x1];
  }
  return {
    x0,
    y0,
    x1,
    y1,
    text: code === LINE_END_HYPHEN ? '-' : String.fromCodePoint(code),
    blank: isBlankCode(code),
    rightToLeft: isRightToLeftCode(code),
    inkX0,
    inkX1,
    originX,
    baseline,
    angle: (style.direction - main + 360) % 360,
    style,
  };
}

function readStyle(pdfium: Pdfium, scratch: Scratch, textPage: number, index: number, textObject: number): TextStyle {
  const capacity = 256;
  const flagsAt = 400;
  const size = pdfium.FPDFText_GetFontInfo(textPage, index, scratch.at(0), capacity, scratch.at(flagsAt));
  const end = scratch.at(Math.max(0, Math.min(size, capacity) - 1));
  const font = Buffer.from(pdfium.memory.HEAPU8.slice(scratch.at(0), end))
    .toString('latin1')
    .replace(/^[A-Z]{6}\+/, '');
  const flags = scratch.int32(flagsAt / 4);
  const renderMode = pdfium.FPDFTextObj_GetTextRenderMode(textObject);
  const weight = pdfium.FPDFText_GetFontWeight(textPage, index);
  pdfium.FPDFText_GetMatrix(textPage, index, scratch.at(0));
  const scale = Math.hypot(scratch.float32(2), scratch.float32(3)) || 1;
  return {
    font,
    bold:
      BOLD_NAME.test(font) ||
      (flags & FORCE_BOLD) !== 0 ||
      (weight >= BOLD_WEIGHT && !REGULAR_NAME.test(font)) ||
      renderMode === FILL_AND_STROKE,
    mono: MONO_NAME.test(font) || ((flags & FIXED_PITCH) !== 0 && font !== ''),
    mcid: pdfium.FPDFPageObj_GetMarkedContentID(textObject),
    invisible: renderMode === INVISIBLE,
    fontSize: pdfium.FPDFText_GetFontSize(textPage, index) * scale,
    direction: readDirection(pdfium, textPage, index),
  };
}

/** Rounds to a quarter turn when it is near one. */
function readDirection(pdfium: Pdfium, textPage: number, index: number): number {
  // PDFium measures clockwise.
  const angle = 360 - (pdfium.FPDFText_GetCharAngle(textPage, index) * 180) / Math.PI;
  const quarter = Math.round(angle / 90) * 90;
  return ((Math.abs(angle - quarter) <= TILT ? quarter : Math.round(angle)) + 360) % 360;
}
