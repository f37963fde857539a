import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rotatedWords } from '../../../../../engines/parse/pages/pdf/rotated.ts';
import type { Glyph } from '../../../../../engines/parse/pages/page/glyph.ts';
import { glyphsOf } from '../../../../support/documents/glyphs.ts';

/** Letters 5 points wide and 10 high on a line that starts at a point and runs counterclockwise by `angle` degrees. */
function lineOf(text: string, x: number, y: number, angle: number): Glyph[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const at = (along: number, above: number) => [x + along * cos - above * sin, y - along * sin - above * cos] as const;
  return Array.from(text).flatMap((letter, index) => {
    const corners = [0, 5].flatMap((along) => [-2, 8].map((above) => at(5 * index + along, above)));
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const box = { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
    const [originX, baseline] = at(5 * index, 0);
    return glyphsOf(letter, box.x0, { ...box, angle, originX, baseline });
  });
}

const textsOf = (run: readonly (Glyph | null)[]): string[] => rotatedWords(run).map(({ text }) => text);

describe('rotated words', () => {
  it('are runs of letters on one line, without single ones', () => {
    for (const angle of [90, 180, 270, 277, 45, 30]) {
      const lines = [
        ...lineOf('Built', 72, 300, angle),
        ...lineOf('in', 92, 300, angle),
        ...lineOf('x', 140, 300, angle),
      ];
      assert.deepEqual(textsOf(lines), ['Built', 'in'], `${angle} degrees`);
    }
    assert.deepEqual(textsOf([...lineOf('Built', 72, 300, 90), ...lineOf('in', 72, 275, 80)]), ['Built', 'in']);
  });

  it('are spaced by spaces of the file and by gaps, not by the ends of lines that PDFium sees in slanted text', () => {
    assert.deepEqual(textsOf(lineOf('tide mill', 72, 300, 60)), ['tide mill']);
    assert.deepEqual(textsOf(lineOf('tide', 72, 300, 60).flatMap((glyph) => [glyph, null])), ['tide']);
    assert.deepEqual(textsOf([...lineOf('tide', 72, 300, 90), ...lineOf('mill', 72, 277, 90)]), ['tide mill']);
  });
});
