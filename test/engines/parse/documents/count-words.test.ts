import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countWords } from '../../../../engines/parse/documents/count-words.ts';
import { runs } from '../../../support/depth.ts';

/** The same as an expression, which makes an array of all words. */
const expected = (text: string): number =>
  text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu)?.length ?? 0;

test('words are runs of letters and digits, and single ideographs', () => {
  assert.equal(countWords('Two words, and 3 more: ½ naïve–Ärger.'), 8);
  assert.equal(countWords('漢字かな'), 4);
  assert.equal(countWords('a漢 漢a 𝒳𝒴 \ud800 ⼀⼀'), expected('a漢 漢a 𝒳𝒴 \ud800 ⼀⼀'));
  assert.equal(countWords(' \n*** '), 0);
});

test('they equal the matches of the expression in any text', () => {
  const mixed = fc.string({
    unit: fc.constantFrom('a', 'é', '9', ' ', '-', '漢', 'カ', '々', '⼀', 'ー', '𝒳', '\ud835'),
  });
  fc.assert(
    fc.property(mixed, (text) => countWords(text) === expected(text)),
    runs(),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => countWords(text) === expected(text)),
    runs(),
  );
});
