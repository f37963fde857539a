import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Overlap } from '../../../../../engines/evaluation/judges/built-in/overlap.ts';

const visits = (overlap: Overlap, stems: readonly string[]): [kind: number, sum: number][] => {
  const seen: [number, number][] = [];
  overlap.each(
    stems.map((stem, at) => [stem, 2 ** at]),
    (kind, sum) => seen.push([kind, sum]),
  );
  return seen.sort(([a], [b]) => a - b);
};

test('sentences of the same stems are looked at once', () => {
  const overlap = new Overlap([['tide', 'mill'], ['mill'], ['mill', 'tide', 'mill'], ['hotel'], ['mill']]);
  assert.deepEqual(overlap.sentences, [[0, 2], [1, 4], [3]]);
  assert.deepEqual(
    overlap.sentencesWith('mill').toSorted((a, b) => a - b),
    [0, 1, 2, 4],
  );
  assert.deepEqual(visits(overlap, ['mill', 'castle', 'tide']), [
    [0, 5],
    [1, 1],
  ]);
  assert.deepEqual(visits(overlap, ['hotel']), [[2, 1]]);
});

test('a kind is visited once, whatever of its forms are found', () => {
  const stems = ['resto', 'restor', 'restorat', 'restoratio', 'restoration', 'restored', 'mill', 'mills'];
  const overlap = new Overlap([...stems.map((stem) => [stem]), ['restorat', 'restoration', 'mill']]);
  const kindsWith = (stem: string): number[] => visits(overlap, [stem]).map(([kind]) => kind);
  assert.deepEqual(kindsWith('restoration'), [2, 3, 4, 8]);
  assert.deepEqual(kindsWith('restored'), [0, 1, 2, 3, 4, 5, 8]);
  assert.deepEqual(kindsWith('restor'), [0, 1, 2, 3, 4, 5, 8]);
  assert.deepEqual(kindsWith('mill'), [6, 8]);
});
