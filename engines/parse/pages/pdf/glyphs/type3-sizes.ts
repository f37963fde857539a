/** Sizes of Type 3 fonts. Their glyphs have units of their own, so the size that a file declares may be any number. */

import { sum } from '../../page/geometry.ts';
import type { GlyphRun } from '../../page/glyph.ts';

/** Mean advance of letters, in em, and how far from it a declared size is believed. */
const MEAN_ADVANCE = 0.5; // Times .46, Helvetica .52, Courier .6
const MIN_ADVANCE = 0.2; // less than the narrowest text fonts have
const MAX_ADVANCE = 1.5; // more than ideographs have

/** Type 3 fonts have no name. Those of one declared size are measured together. */
export function withTrueSizes(run: GlyphRun): GlyphRun {
  const drawn = run.filter((glyph) => glyph !== null).filter(({ blank, style }) => !blank && style.font === '');
  if (drawn.length === 0) return run;
  const sizes = new Map<number, number>();
  for (const [declared, glyphs] of Map.groupBy(drawn, ({ style }) => style.fontSize)) {
    const advance = sum(glyphs, ({ x0, x1 }) => x1 - x0) / glyphs.length;
    const isBelieved = advance > MIN_ADVANCE * declared && advance < MAX_ADVANCE * declared;
    if (!isBelieved) sizes.set(declared, advance / MEAN_ADVANCE);
  }
  if (sizes.size === 0) return run;
  const styles = new Map(
    drawn.map(({ style }) => [style, { ...style, fontSize: sizes.get(style.fontSize) ?? style.fontSize }]),
  );
  return run.map((glyph) => (glyph === null ? null : { ...glyph, style: styles.get(glyph.style) ?? glyph.style }));
}
