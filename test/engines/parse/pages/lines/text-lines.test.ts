import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markedSegmentsOf, segmentsOf, textLinesOf } from '../../../../../engines/parse/pages/lines/text-lines.ts';
import type { TextLine } from '../../../../../engines/parse/pages/lines/text-lines.ts';
import type { Word } from '../../../../../engines/parse/pages/page/word.ts';
import { textsOf, wordsOf } from '../../../../support/documents/words.ts';

function only(words: readonly Word[]): TextLine {
  const [line, ...others] = textLinesOf(words);
  assert.ok(line !== undefined && others.length === 0);
  return line;
}

describe('text lines', () => {
  it('contain the words of one baseline from left to right, across columns, and are ordered from top to bottom', () => {
    const words = [...wordsOf('below', 72, 112), ...wordsOf('right', 320, 100), ...wordsOf('left side', 72, 100)];
    assert.deepEqual(textsOf(textLinesOf(words)), ['left side right', 'below']);
  });

  it('include raised and lowered words, and keep the baseline of the large ones', () => {
    const raised = wordsOf('2', 100, 97, { size: 6 });
    const line = only([...raised, ...wordsOf('area', 72, 100)]);
    assert.equal(line.baseline, 100);
    assert.equal(line.fontSize, 10);
  });

  it('end at more than .6 em between baselines', () => {
    assert.equal(textLinesOf([...wordsOf('one', 72, 100), ...wordsOf('two', 100, 104.9)]).length, 1);
    assert.equal(textLinesOf([...wordsOf('one', 72, 100), ...wordsOf('two', 100, 106.1)]).length, 2);
  });

  it('keeps two lines apart that a larger word is beside', () => {
    const column = [...wordsOf('The gate keeps', 72, 100), ...wordsOf('the tide in', 72, 112)];
    const heading = wordsOf('Wheels', 320, 106, { size: 18 });
    assert.deepEqual(textsOf(textLinesOf([...column, ...heading])), ['The gate keeps Wheels', 'the tide in']);
    const brace = wordsOf('{', 50, 106, { size: 40 });
    assert.deepEqual(textsOf(textLinesOf([...column, ...brace])), ['{ The gate keeps', 'the tide in']);
  });

  it('have a subscript below the superscript of a letter', () => {
    const letter = wordsOf('x', 72, 100);
    const scripts = [...wordsOf('2', 77, 95.9, { size: 7 }), ...wordsOf('i', 77, 102.5, { size: 7 })];
    assert.equal(only([...letter, ...scripts]).length, 3);
  });

  it('are split into segments at wide gaps of at least 4 points', () => {
    const line = only([
      ...wordsOf('Mill', 72, 100),
      ...wordsOf('1418', 72 + 20 + 9.9, 100),
      ...wordsOf('kW', 150, 100),
    ]);
    assert.deepEqual(textsOf(segmentsOf(line, 1)), ['Mill 1418', 'kW']);
    const tiny = only([...wordsOf('a', 72, 100, { size: 1 }), ...wordsOf('b', 75, 100, { size: 1 })]);
    assert.equal(segmentsOf(tiny, 1).length, 1);
  });

  it('keep a bullet with the text that follows within 2.5 em', () => {
    const near = only([...wordsOf('•', 72, 100), ...wordsOf('item', 97, 100)]);
    assert.deepEqual(textsOf(markedSegmentsOf(near, 1)), ['• item']);
    const far = only([...wordsOf('•', 72, 100), ...wordsOf('item', 110, 100)]);
    assert.deepEqual(textsOf(markedSegmentsOf(far, 1)), ['•', 'item']);
  });
});
