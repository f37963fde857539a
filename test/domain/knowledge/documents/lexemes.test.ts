import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, vectorOfTerms } from '../../../../domain/knowledge/documents/lexemes.ts';

test('lexemes are counted in what Postgres writes of a tsvector', () => {
  const terms = String.raw`'1851':4 'back\\slash':7,8 'o''clock':2 'mill':1,3A,9`;
  const counts = countsOf(['mill', "o'clock", String.raw`back\slash`, 'lock', 'clock', 'tide'])(terms);
  assert.deepEqual(
    [...counts],
    [
      [String.raw`back\slash`, 2],
      ["o'clock", 1],
      ['mill', 3],
    ],
  );
});

test('lexemes are counted in what is written for Postgres', () => {
  const positions = new Map([
    ["o'clock", [2]],
    ['mill', [1, 3]],
  ]);
  assert.deepEqual(
    countsOf(['mill', "o'clock"])(vectorOfTerms(positions)),
    new Map([
      ["o'clock", 1],
      ['mill', 2],
    ]),
  );
});
