/** Ligatures: several letters that are drawn as one shape, or stored as one character. */

import { SAME_ORIGIN } from '../../page/glyph.ts';
import type { Glyph } from '../../page/glyph.ts';
import { isAlef, isLam } from '../../page/scripts.ts';

/** Width in em of a letter in a ligature when the boxes do not show it. */
const LIGATURE_LETTER = 0.55; // syn_report: same at .275, −.008 at 1.1
/** Distance between lam and alef in their ligature: of the origins in em, and of the boxes in points. */
// origin: no sample between .135 and .54: half an advance; box: no sample between .25 and 1: equal but for rounding
const LAM_ALEF = { origin: 0.27, box: 0.5 };

const LETTERS: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
};

export const inLetters = (text: string): string =>
  text.replace(/[\ufb00-\ufb04]/g, (ligature) => LETTERS[ligature] ?? ligature);

/** Letters of a ligature share one origin and one box. */
export const areInLigature = (previous: Glyph, glyph: Glyph): boolean =>
  Math.abs(glyph.originX - previous.originX) < SAME_ORIGIN && glyph.style === previous.style;

/** Where a ligature ends whose origin this many letters share. */
export const ligatureEnd = ({ x1, inkX1, originX, style }: Glyph, letters: number): number =>
  Math.max(x1, inkX1, originX + (letters - 1) * LIGATURE_LETTER * style.fontSize);

/** The ligature of lam and alef is stored as alef, lam at one position. */
export const isSwappedLamAlef = (previous: Glyph, glyph: Glyph): boolean =>
  isAlef(previous.text) &&
  isLam(glyph.text) &&
  Math.abs(previous.originX - glyph.originX) < LAM_ALEF.origin * glyph.style.fontSize &&
  Math.abs(previous.x0 - glyph.x0) < LAM_ALEF.box;
