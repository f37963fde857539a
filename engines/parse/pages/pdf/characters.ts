/** Reads the characters of a page with their fonts. */

import type { TextStyle } from '../page/glyph.ts';
import { meaningOf } from './codes/private-characters.ts';
import { texMeaning } from './codes/tex-fonts.ts';
import type { Character } from './codes/unmapped.ts';
import type { Pdfium, Scratch } from './file/pdfium.ts';

/** PDFium's code for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2;
/** PDFium's code for a character without one, and the last code point of Unicode: damaged fonts use others. */
const NO_CHARACTER = 0xfffe;
const LAST_CHARACTER = 0x10ffff;
export const SPACE = 32;
const HYPHEN = 45;

const BOLD_NAME =
  /bold|black|heavy|demi|[-_,]bd|semibold|^(cmbx|cmb1|sfbx|ecbx|lmbx|ptmb|phvb)|-B$|(rom|san|mon)No9L-Medi/i;
/** A font with such a name is not bold, even if its stems are thick: PDFium guesses the weight from them. */
const REGULAR_NAME = /regular|roman|book|light|^(cm|sf|ec)(r|ti|mi|sy|ex|sl|ss|tt|csc)\d/i;
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
export function readCharacters(pdfium: Pdfium, scratch: Scratch, textPage: number): (Character | null)[] {
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
    const unmapped = code !== SPACE && pdfium.FPDFText_HasUnicodeMapError(textPage, index) === 1;
    const known = unmapped
      ? texMeaning(code, style.font)
      : code === LINE_END_HYPHEN
        ? HYPHEN
        : meaningOf(code, style.font);
    characters.push({ index, code: known ?? code, unmapped: known === null, style });
  }
  return characters;
}

function isDrawn(pdfium: Pdfium, textPage: number, index: number, code: number): boolean {
  if (code === LINE_END_HYPHEN) return true;
  if (code === 0 || code === NO_CHARACTER || code >>> 0 > LAST_CHARACTER) return false;
  // PDFium generates spaces and line ends only.
  return code > SPACE || pdfium.FPDFText_IsGenerated(textPage, index) !== 1;
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
  const declaredSize = pdfium.FPDFText_GetFontSize(textPage, index);
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
    fontSize: Math.abs(declaredSize) * scale,
    direction: readDirection(pdfium, textPage, index, declaredSize < 0),
  };
}

/**
 * Rounds to a quarter turn when it is near one. A negative size of the font turns the text over, which PDFium's angle
 * ignores.
 */
function readDirection(pdfium: Pdfium, textPage: number, index: number, isTurnedOver: boolean): number {
  // PDFium measures clockwise.
  const angle = (isTurnedOver ? 180 : 360) - (pdfium.FPDFText_GetCharAngle(textPage, index) * 180) / Math.PI;
  const quarter = Math.round(angle / 90) * 90;
  return ((Math.abs(angle - quarter) <= TILT ? quarter : Math.round(angle)) + 360) % 360;
}
