/** Glyphs made for a test. */
import type { Glyph, TextStyle } from '../../../engines/parse/pages/page/glyph.ts';

export const STYLE: TextStyle = {
  font: 'body',
  bold: false,
  mono: false,
  mcid: -1,
  invisible: false,
  fontSize: 10,
  direction: 0,
};

/** Letters 5 points wide from `x` on, in one style. */
export function glyphsOf(text: string, x: number, more: Partial<Glyph> = {}, style: Partial<TextStyle> = {}): Glyph[] {
  const shared = { ...STYLE, ...style };
  return Array.from(text, (letter, index) => {
    const x0 = x + index * 5;
    const box = { x0, x1: x0 + 5, y0: 92, y1: 102, inkX0: x0, inkX1: x0 + 5, originX: x0 };
    return {
      ...box,
      text: letter,
      blank: letter === ' ',
      unmapped: false,
      rightToLeft: false,
      baseline: 100,
      angle: 0,
      style: shared,
      ...more,
    };
  });
}
