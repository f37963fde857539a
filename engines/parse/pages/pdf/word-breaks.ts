/** Where words end. */

import type { Glyph } from '../page/glyph.ts';
import type { MonospaceFonts } from '../page/monospace-fonts.ts';

/** Gap that ends a word, in em. Monospaced letters have wide cells. */
export const WORD_GAP = 0.25; // copy_protected: other text at .125, +.001 at .5
const MONO_WORD_GAP = 0.4; // code_and_formula: same at .2, −.004 at .8
/** Jump of the baseline that ends a word; subscripts stay. */
const BASELINE_JUMP = 0.6; // nougat_024: −.010 at .3, same at 1.2
/** A jump back by this much starts a new word, unless the word runs to the left anyway. */
const BACKWARD_JUMP = 1.2; // pdfa_028: +.005 at .6, same at 2.4
/** Share of a space's advance that the next word leaves free, unless the file takes the space back. */
const KEPT_SPACE = 0.5; // test “are spaced by a space without width, not by one that is taken back”
/** How far, in em, a letter of a right-to-left word may reach into the previous one. */
const LEFTWARD_OVERLAP = 0.5; // no sample between .25 and 1: half a letter

/** Whether a word ends between two letters that `gap` separates; `isLeftward` when it runs to the left. */
export function endsBetween(
  previous: Glyph,
  glyph: Glyph,
  gap: number,
  isLeftward: boolean,
  monoFonts: MonospaceFonts,
): boolean {
  const size = Math.max(glyph.style.fontSize, previous.style.fontSize);
  return (
    // Cells of a tagged table may be closer than letters; the line joins parts of one word again.
    glyph.style.mcid !== previous.style.mcid ||
    Math.abs(glyph.baseline - previous.baseline) > size * BASELINE_JUMP ||
    (areMonospaced(previous, glyph, monoFonts) ? isMonoGap(previous, glyph, gap, monoFonts) : gap > size * WORD_GAP) ||
    (gap < -size * BACKWARD_JUMP && !isLeftward)
  );
}

/**
 * Empty space before `glyph`, in its reading direction; `end` is where the letters before it end. Loose boxes of
 * right-to-left fonts are wrong, so the ink counts, too.
 */
export function gapBetween(previous: Glyph, glyph: Glyph, end: number): number {
  const size = Math.max(glyph.style.fontSize, previous.style.fontSize);
  if (glyph.rightToLeft && glyph.x1 <= previous.x0 + size * LEFTWARD_OVERLAP)
    return previous.x0 - Math.max(glyph.x1, glyph.inkX1);
  return glyph.x0 - end;
}

export const areMonospaced = (previous: Glyph, glyph: Glyph, fonts: MonospaceFonts): boolean =>
  fonts.has(previous.style.font) && fonts.has(glyph.style.font);

/** In a monospaced font, the distance between origins decides, because the boxes are often wrong. */
function isMonoGap(previous: Glyph, glyph: Glyph, gap: number, fonts: MonospaceFonts): boolean {
  const advance = fonts.get(glyph.style.font) ?? null;
  if (advance === null || previous.style.font !== glyph.style.font) return gap > glyph.style.fontSize * MONO_WORD_GAP;
  const distance = glyph.originX - previous.originX;
  return distance > (advance + WORD_GAP) * glyph.style.fontSize;
}

/** Whether a space of the file separates a letter from those that end at `end`. */
export const isSpaced = (space: Glyph, glyph: Glyph, end: number): boolean =>
  glyph.x0 - end >= KEPT_SPACE * (space.x1 - space.x0);
