/**
 * Accents that are drawn as characters of their own, above or below their letters: TeX does so with its older fonts.
 */

import type { Glyph, GlyphRun } from '../../page/glyph.ts';

/** Combining characters of the spacing ones. */
const COMBINING: ReadonlyMap<string, string> = new Map(
  [
    '`\u0300',
    '\u00b4\u0301',
    '\u02c6\u0302',
    '^\u0302',
    '\u02dc\u0303',
    '~\u0303',
    '\u00af\u0304',
    '\u02d8\u0306',
    '\u02d9\u0307',
    '\u00a8\u0308',
    '\u02da\u030a',
    '\u02dd\u030b',
    '\u02c7\u030c',
    '\u00b8\u0327',
    '\u02db\u0328',
  ].map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);
const DOTLESS: Readonly<Record<string, string>> = { '\u0131': 'i', '\u0237': 'j' };

/** How far, in em, the middles of letter and accent may be apart, and how far the accent of a capital is raised. */
const OFF_CENTRE = 0.2; // less than half a letter; slanted accents are .1 off
const RAISED = 0.35; // a capital is .2 to .25 em higher than a small letter

/** Puts each accent that is over a letter beside it in the file onto that letter. */
export function withAccents(run: GlyphRun): GlyphRun {
  if (!run.some((glyph) => glyph !== null && COMBINING.has(glyph.text))) return run;
  const composed: (Glyph | null)[] = [];
  let accent: Glyph | null = null;
  for (const glyph of run) {
    const whole: Glyph | null = accent === null ? null : accented(glyph, accent);
    if (whole !== null) composed.splice(-1, 1, whole);
    else composed.push(glyph);
    accent = whole === null && glyph !== null && COMBINING.has(glyph.text) ? glyph : null;
  }
  return composed;
}

/** The letter with its accent; `null` when it has none. */
function accented(letter: Glyph | null, accent: Glyph): Glyph | null {
  if (letter === null || !/^\p{L}$/u.test(letter.text) || letter.angle !== accent.angle) return null;
  const size = letter.style.fontSize;
  const off = (letter.x0 + letter.x1 - accent.x0 - accent.x1) / 2;
  if (Math.abs(off) > OFF_CENTRE * size || Math.abs(letter.baseline - accent.baseline) > RAISED * size) return null;
  const text = `${DOTLESS[letter.text] ?? letter.text}${COMBINING.get(accent.text) ?? ''}`.normalize('NFC');
  return text.length === 1 ? { ...letter, text } : null;
}
