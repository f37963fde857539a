import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SIGNATURE_LENGTH,
  jaccard,
  shinglesOf,
  signatureOf,
} from '../../../../engines/synthesis/similarity/minhash.ts';

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_word, at) => `word${from + at}`).join(' ');

test('the share of equal numbers of two signatures is close to the similarity of the shingles', () => {
  let [squares, bias, pairs] = [0, 0, 0];
  for (let shared = 0; shared <= 400; shared += 20) {
    const [a, b] = [shinglesOf(words(0, 400)), shinglesOf(words(400 - shared, 800 - shared))];
    const [one, other] = [signatureOf(a), signatureOf(b)];
    const equal = one.filter((number, at) => number === other[at]).length / SIGNATURE_LENGTH;
    const error = equal - jaccard(a, b);
    squares += error * error;
    bias += error;
    pairs++;
  }
  // The standard error of 128 numbers is at most .045.
  assert.ok(Math.sqrt(squares / pairs) < 0.06, `root mean square ${Math.sqrt(squares / pairs)}`);
  assert.ok(Math.abs(bias / pairs) < 0.03, `bias ${bias / pairs}`);
});

test('texts without shingles in common have signatures without numbers in common', () => {
  const [one, other] = [signatureOf(shinglesOf(words(0, 50))), signatureOf(shinglesOf(words(1000, 1050)))];
  assert.equal(one.filter((number, at) => number === other[at]).length, 0);
});

test('case and punctuation make no difference; scripts without spaces have shingles of characters', () => {
  assert.deepEqual(shinglesOf('One, two three!'), shinglesOf('one two THREE'));
  assert.deepEqual([...shinglesOf('今天下雨')], ['今 天 下', '天 下 雨']);
  assert.equal(jaccard(new Set(), new Set()), 0);
});
