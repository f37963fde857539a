import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withAccents } from '../../../../../../engines/parse/pages/pdf/glyphs/accents.ts';
import { withoutDoubles } from '../../../../../../engines/parse/pages/pdf/glyphs/doubles.ts';
import { withoutHidden } from '../../../../../../engines/parse/pages/pdf/glyphs/hidden.ts';
import { withTrueWidths } from '../../../../../../engines/parse/pages/pdf/glyphs/true-widths.ts';
import { withTrueSizes } from '../../../../../../engines/parse/pages/pdf/glyphs/type3-sizes.ts';
import type { GlyphRun } from '../../../../../../engines/parse/pages/page/glyph.ts';
import { glyphsOf } from '../../../../../support/documents/glyphs.ts';

const textOf = (run: GlyphRun): string => run.map((glyph) => glyph?.text ?? ' ').join('');

describe('glyphs printed twice', () => {
  it('within .1 em are one, in any order', () => {
    const shadow = glyphsOf('tide', 72.8, { baseline: 100.8 });
    assert.equal(textOf(withoutDoubles([...glyphsOf('tide', 72), ...shadow])), 'tide');
    assert.equal(
      textOf(
        withoutDoubles(
          glyphsOf('mill', 72).flatMap((glyph, at) => [glyph, ...glyphsOf('mill', 72.5).slice(at, at + 1)]),
        ),
      ),
      'mill',
    );
  });

  it('further apart, or of another letter, are two', () => {
    assert.equal(textOf(withoutDoubles([...glyphsOf('tt', 72), ...glyphsOf('t', 72, { baseline: 101.2 })])), 'ttt');
    assert.equal(textOf(withoutDoubles([...glyphsOf('t', 72), ...glyphsOf('f', 72)])), 'tf');
  });

  it('that share the origin of a ligature are its letters', () => {
    const ligature = glyphsOf('ffi', 72).map((glyph) => ({ ...glyph, originX: 72 }));
    assert.equal(textOf(withoutDoubles(ligature)), 'ffi');
  });
});

describe('invisible text', () => {
  const visible = glyphsOf('The mill turns', 72);
  const invisible = glyphsOf('at night', 150, {}, { invisible: true });

  it('beside visible text is left out, except on an image', () => {
    assert.equal(textOf(withoutHidden([...visible, ...invisible], () => []).run), 'The mill turns');
    const image = { x0: 140, y0: 80, x1: 300, y1: 120 };
    assert.equal(textOf(withoutHidden([...visible, ...invisible], () => [image]).run), 'The mill turnsat night');
  });

  it('that most of the page has is the text of a scan', () => {
    assert.equal(textOf(withoutHidden([...visible.slice(0, 3), ...invisible], () => []).run), 'Theat night');
  });
});

describe('sizes of Type 3 fonts', () => {
  const sizes = (run: GlyphRun): (number | undefined)[] => run.map((glyph) => glyph?.style.fontSize);

  it('are measured when the declared size cannot be', () => {
    assert.deepEqual(sizes(withTrueSizes(glyphsOf('ti', 72, {}, { font: '', fontSize: 0.12 }))), [10, 10]);
    assert.deepEqual(sizes(withTrueSizes(glyphsOf('ti', 72, {}, { font: '', fontSize: 58 }))), [10, 10]);
  });

  it('are believed otherwise, and those of other fonts always', () => {
    assert.deepEqual(sizes(withTrueSizes(glyphsOf('ti', 72, {}, { font: '', fontSize: 12 }))), [12, 12]);
    assert.deepEqual(sizes(withTrueSizes(glyphsOf('ti', 72, {}, { fontSize: 58 }))), [58, 58]);
  });
});

describe('accents drawn apart from their letters', () => {
  const over = (accent: string, letter: string, x = 82): string =>
    textOf(withAccents([...glyphsOf('Ma', 72), ...glyphsOf(accent, x), ...glyphsOf(letter, 82), ...glyphsOf('x', 87)]));

  it('are put onto the letter below, also onto a dotless one', () => {
    assert.deepEqual(
      [over('´', 'e'), over('¨', 'u'), over('´', 'ı'), over('¸', 'c')],
      ['Maéx', 'Maüx', 'Maíx', 'Maçx'],
    );
  });

  it('stay beside letters further away, and with what they make no letter with', () => {
    assert.deepEqual([over('´', 'e', 79.9), over('~', 'x'), over('^', '2')], ['Ma´ex', 'Ma~xx', 'Ma^2x']);
  });
});

describe('widths that a file does not give', () => {
  /** Advances by `ems` in boxes of half an em. */
  const advancing = (text: string, ems: readonly number[]): GlyphRun => {
    let x = 72;
    return Array.from(text).flatMap((letter, index) => {
      const glyphs = glyphsOf(letter, x);
      x += 10 * (ems[index] ?? 0);
      return letter === 'm' ? [...glyphs, null] : glyphs;
    });
  };
  const ems = [0.85, 0.25, 0.25, 0.25, 0.25, 0.25, 0.85];

  it('are measured from where the next characters start, and make no spaces', () => {
    const run = withTrueWidths(advancing('mill im', ems));
    assert.equal(textOf(run.slice(0, -1)), 'mill im');
    assert.deepEqual(
      run.slice(0, 2).map((glyph) => glyph?.x1),
      [80.5, 83],
    );
  });

  it('are believed where all characters advance alike, and where wide and narrow ones differ', () => {
    const mono = advancing('mill im', [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    assert.equal(withTrueWidths(mono), mono);
    // A letter alone in a cell: the next character is that of another cell.
    const cells = advancing('mill im', [1.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    assert.equal(withTrueWidths(cells), cells);
    const proportional = advancing('mill im', ems).map((glyph) =>
      glyph?.text === 'm' ? { ...glyph, x1: glyph.x0 + 8.5 } : glyph,
    );
    assert.equal(withTrueWidths(proportional), proportional);
  });
});
