/** The characters of a page with their places and fonts. */

import { heaviest } from './geometry.ts';
import type { Box } from './geometry.ts';
import type { PageFrame } from './page-frame.ts';
import type { Pdfium, Scratch } from './pdfium.ts';

/** What all characters of one text object share. */
export interface TextStyle {
  /** PostScript name without the subset prefix. */
  readonly font: string;
  readonly bold: boolean;
  /** Monospaced by the font's own account; {@link MonospaceFonts} also measures. */
  readonly mono: boolean;
  /** Marked-content id that ties the text to the structure tree; -1 is none. */
  readonly mcid: number;
}

/** One character. Its box is the loose one (advance width, font height); the ink is where it is really drawn. */
export interface Glyph extends Box {
  readonly text: string;
  readonly inkX0: number;
  readonly inkX1: number;
  readonly originX: number;
  readonly baseline: number;
  /** In points, the text matrix applied. */
  readonly fontSize: number;
  /** Direction of its line in degrees, against that of most of the page: 0 is upright. */
  readonly angle: number;
  readonly style: TextStyle;
}

/** Characters in content order; `null` is a space that PDFium put into a gap although the file has none. */
export type GlyphRun = readonly (Glyph | null)[];

/** PDFium's code for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2;

const BOLD_NAME =
  /bold|black|heavy|demi|[-_,]bd|semibold|^(cmbx|cmb1|sfbx|ecbx|lmbx|ptmb|phvb)|-B$|(rom|san|mon)No9L-Medi/i;
const MONO_NAME = /mono|courier|consol|typewriter|cmtt|menlo|inconsol|fixed/i;

/** Bits of a font descriptor's `/Flags`. */
const FIXED_PITCH = 1;
const FORCE_BOLD = 1 << 18;

const BOLD_WEIGHT = 600;
/** Text render mode that fills and strokes: the poor man's bold. */
const FILL_AND_STROKE = 2;

/** Scanners tilt a page by a few degrees; the text still counts as upright. */
const TILT = 5;

/** Direction of a character in whole degrees counterclockwise, a quarter turn exactly when it is near one. */
function direction(pdfium: Pdfium, textPage: number, index: number): number {
  // PDFium measures clockwise.
  const angle = 360 - (pdfium.FPDFText_GetCharAngle(textPage, index) * 180) / Math.PI;
  const quarter = Math.round(angle / 90) * 90;
  return ((Math.abs(angle - quarter) <= TILT ? quarter : Math.round(angle)) + 360) % 360;
}

/** The direction of most of the text in the page's own coordinates: `turns` quarter turns and `slant` degrees. */
export interface Orientation {
  readonly turns: number;
  readonly slant: number;
}

export function readOrientation(pdfium: Pdfium, textPage: number): Orientation {
  const directions: number[] = [];
  for (let index = 0; index < pdfium.FPDFText_CountChars(textPage); index++) {
    if (isDrawn(pdfium, textPage, index)) directions.push(direction(pdfium, textPage, index));
  }
  const main =
    heaviest(
      directions,
      (angle) => angle,
      () => 1,
    ) ?? 0;
  const turns = Math.floor(main / 90);
  return { turns, slant: main - turns * 90 };
}

function isDrawn(pdfium: Pdfium, textPage: number, index: number): boolean {
  const code = pdfium.FPDFText_GetUnicode(textPage, index);
  if (code === LINE_END_HYPHEN) return true;
  return code !== 0 && code !== 0xfffe && pdfium.FPDFText_IsGenerated(textPage, index) !== 1;
}

/** `slant` is that of {@link readOrientation}; the frame must be turned by its turns. */
export function readGlyphs(
  pdfium: Pdfium,
  scratch: Scratch,
  textPage: number,
  frame: PageFrame,
  slant: number,
): GlyphRun {
  const upright = frame.turns * 90 + slant;
  const styles = new Map<number, TextStyle>();
  const run: (Glyph | null)[] = [];
  const count = pdfium.FPDFText_CountChars(textPage);
  for (let index = 0; index < count; index++) {
    if (!isDrawn(pdfium, textPage, index)) {
      run.push(null);
      continue;
    }
    const textObject = pdfium.FPDFText_GetTextObject(textPage, index);
    let style = styles.get(textObject);
    if (style === undefined) {
      style = readStyle(pdfium, scratch, textPage, index, textObject);
      styles.set(textObject, style);
    }
    const angle = (direction(pdfium, textPage, index) - upright + 360) % 360;
    run.push({ ...readGlyph(pdfium, scratch, textPage, index, frame), angle, style });
  }
  return run;
}

function readGlyph(
  pdfium: Pdfium,
  scratch: Scratch,
  textPage: number,
  index: number,
  frame: PageFrame,
): Omit<Glyph, 'angle' | 'style'> {
  pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch.at(0));
  // A rectangle of PDFium is left, top, right, bottom.
  const loose = frame.box(scratch.float32(0), scratch.float32(3), scratch.float32(2), scratch.float32(1));
  // The tight box comes as left, right, bottom, top.
  pdfium.FPDFText_GetCharBox(textPage, index, scratch.at(0), scratch.at(8), scratch.at(16), scratch.at(24));
  const ink = frame.box(scratch.float64(0), scratch.float64(2), scratch.float64(1), scratch.float64(3));
  pdfium.FPDFText_GetCharOrigin(textPage, index, scratch.at(0), scratch.at(8));
  const [originX, baseline] = frame.point(scratch.float64(0), scratch.float64(1));
  pdfium.FPDFText_GetMatrix(textPage, index, scratch.at(0));
  const scale = Math.hypot(scratch.float32(2), scratch.float32(3)) || 1;
  const code = pdfium.FPDFText_GetUnicode(textPage, index);
  return {
    ...loose,
    text: code === LINE_END_HYPHEN ? '-' : String.fromCodePoint(code),
    inkX0: ink.x0,
    inkX1: ink.x1,
    originX,
    baseline,
    fontSize: pdfium.FPDFText_GetFontSize(textPage, index) * scale,
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
  const drawnTwice = pdfium.FPDFTextObj_GetTextRenderMode(textObject) === FILL_AND_STROKE;
  const weight = pdfium.FPDFText_GetFontWeight(textPage, index);
  return {
    font,
    bold: BOLD_NAME.test(font) || (flags & FORCE_BOLD) !== 0 || weight >= BOLD_WEIGHT || drawnTwice,
    mono: MONO_NAME.test(font) || ((flags & FIXED_PITCH) !== 0 && font !== ''),
    mcid: pdfium.FPDFPageObj_GetMarkedContentID(textObject),
  };
}
