import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutDoubles } from '../../../../../engines/parse/shared/pdf/doubles.ts';
import { withoutHidden } from '../../../../../engines/parse/shared/pdf/hidden.ts';
import { withTrueSizes } from '../../../../../engines/parse/shared/pdf/type3-sizes.ts';
import type { GlyphRun } from '../../../../../engines/parse/shared/page/glyph.ts';
import { glyphsOf } from '../../../../support/glyphs.ts';

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
    assert.equal(textOf(withoutHidden([...visible, ...invisible], () => [])), 'The mill turns');
    const image = { x0: 140, y0: 80, x1: 300, y1: 120 };
    assert.equal(textOf(withoutHidden([...visible, ...invisible], () => [image])), 'The mill turnsat night');
  });

  it('that most of the page has is the text of a scan', () => {
    assert.equal(textOf(withoutHidden([...visible.slice(0, 3), ...invisible], () => [])), 'Theat night');
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
