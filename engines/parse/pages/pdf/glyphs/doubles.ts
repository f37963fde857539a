/** Finds characters that are printed twice at nearly one position: shadows, and bold by a second print. */

import { SAME_ORIGIN } from '../../page/glyph.ts';
import type { Glyph, GlyphRun } from '../../page/glyph.ts';

/** Distance of the two prints, in em. */
const SHIFT = 0.1; // half the advance of the narrowest letter, .22 em in Helvetica
/** Rows and columns of cells that are told apart; a power of two. */
const ROWS = 4096; // cells of 1 point up to A0

/** Leaves out the second print. A generated space of a second print stays: it changes no text. */
export function withoutDoubles(run: GlyphRun): GlyphRun {
  const printed = new Map<number, Glyph>();
  let previous: Glyph | null = null;
  return run.filter((glyph) => {
    // Arabic lengthens words by repeated signs that overlap.
    if (glyph === null || glyph.blank || glyph.rightToLeft) return true;
    // Equal letters of a ligature share one origin.
    const isLigature = previous !== null && sharesOrigin(previous, glyph);
    previous = glyph;
    if (isLigature) return true;
    const shift = SHIFT * Math.abs(glyph.style.fontSize) || SHIFT;
    for (const x of [glyph.originX - shift, glyph.originX + shift]) {
      for (const y of [glyph.baseline - shift, glyph.baseline + shift]) {
        const other = printed.get(cellOf(glyph, x, y, shift));
        if (other !== undefined && isNear(glyph, other, shift)) return false;
      }
    }
    printed.set(cellOf(glyph, glyph.originX, glyph.baseline, shift), glyph);
    return true;
  });
}

/** Key of a cell twice as wide as the shift. Cells of other characters may share it, so the prints are compared. */
function cellOf({ text }: Glyph, x: number, y: number, shift: number): number {
  const [column, row] = [Math.floor(x / (2 * shift)), Math.floor(y / (2 * shift))];
  return ((text.codePointAt(0) ?? 0) * ROWS + (row & (ROWS - 1))) * ROWS + (column & (ROWS - 1));
}

const sharesOrigin = (a: Glyph, b: Glyph): boolean =>
  a.style === b.style &&
  Math.abs(a.originX - b.originX) < SAME_ORIGIN &&
  Math.abs(a.baseline - b.baseline) < SAME_ORIGIN;

const isNear = (a: Glyph, b: Glyph, shift: number): boolean =>
  a.text === b.text && Math.abs(a.originX - b.originX) < shift && Math.abs(a.baseline - b.baseline) < shift;
