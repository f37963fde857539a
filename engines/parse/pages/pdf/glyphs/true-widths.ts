/**
 * Widths of fonts for which the file gives none: PDFium takes one width for all characters, so their boxes are wrong.
 */

import { median } from '../../page/geometry.ts';
import type { Glyph, GlyphRun } from '../../page/glyph.ts';

/** Characters that are narrow, respectively wide, in every proportional font. */
const NARROW = /[ijlI.,:;'!]/;
const WIDE = /[mwMW]/;
/** By how much a wide character advances further than a narrow one, in em. */
const MIN_DIFFERENCE = 0.25; // half of what it is in Helvetica; 0 in monospaced fonts
/** Points by which the baselines of neighbours may differ. */
const SAME_BASELINE = 0.1; // equal but for rounding
/** Em to the next character that are its width: a letter may stand alone in a cell. */
const MAX_ADVANCE = 1.2; // W has .94, in bold 1
/** PDFium puts a space after a character that is wider than its box. In em; a space has about .25. */
const MIN_SPACE = 0.12;

/** Where narrow and wide characters have one width, each box ends where the next character usually starts. */
export function withTrueWidths(run: GlyphRun): GlyphRun {
  const shared = sharedWidths(run);
  if (shared.size === 0) return run;
  const advances = advancesOf(run.filter((glyph) => glyph !== null && shared.has(widthKey(glyph))));
  const proportional = new Set([...advances].flatMap(([key, ofKey]) => (isProportional(ofKey) ? [key] : [])));
  if (proportional.size === 0) return run;
  const widened = run.map((glyph) => {
    if (glyph === null || !proportional.has(widthKey(glyph))) return glyph;
    const em = median(advances.get(widthKey(glyph))?.get(glyph.text) ?? []);
    return em === 0 ? glyph : { ...glyph, x1: glyph.originX + em * glyph.style.fontSize };
  });
  return widened.filter((glyph, index) => {
    const [before, after] = [widened[index - 1], widened[index + 1]];
    if (glyph !== null || !before || !after || !proportional.has(widthKey(run[index - 1] ?? before))) return true;
    const isOneLine = Math.abs(after.baseline - before.baseline) < SAME_BASELINE && after.originX > before.originX;
    return !isOneLine || after.originX - before.x1 > MIN_SPACE * before.style.fontSize;
  });
}

/** Font and width of the box, in thousandths of an em: a font may be in the file twice, once with its widths. */
const widthKey = ({ x0, x1, style }: Glyph): string =>
  `${style.font} ${Math.round((1000 * (x1 - x0)) / style.fontSize)}`;

/** The keys that narrow and wide characters share. */
function sharedWidths(run: GlyphRun): ReadonlySet<string> {
  const [narrow, wide] = [new Set<string>(), new Set<string>()];
  for (const glyph of run) {
    if (glyph === null) continue;
    if (NARROW.test(glyph.text)) narrow.add(widthKey(glyph));
    else if (WIDE.test(glyph.text)) wide.add(widthKey(glyph));
  }
  return new Set([...narrow].filter((key) => wide.has(key)));
}

/** Advances of each character in em, by key. */
function advancesOf(run: GlyphRun): ReadonlyMap<string, ReadonlyMap<string, readonly number[]>> {
  const all = new Map<string, Map<string, number[]>>();
  for (const [index, glyph] of run.entries()) {
    const next = run[index + 1];
    if (!glyph || !next || Math.abs(next.baseline - glyph.baseline) > SAME_BASELINE) continue;
    const advance = (next.originX - glyph.originX) / glyph.style.fontSize;
    if (advance <= 0 || advance > MAX_ADVANCE) continue;
    const key = widthKey(glyph);
    const ofKey = all.get(key) ?? new Map<string, number[]>();
    const ofCharacter = ofKey.get(glyph.text) ?? [];
    all.set(key, ofKey.set(glyph.text, ofCharacter));
    ofCharacter.push(advance);
  }
  return all;
}

function isProportional(advances: ReadonlyMap<string, readonly number[]>): boolean {
  const of = (which: RegExp): number =>
    median([...advances].flatMap(([text, all]) => (which.test(text) ? [median(all)] : [])));
  return of(NARROW) > 0 && of(WIDE) - of(NARROW) > MIN_DIFFERENCE;
}
