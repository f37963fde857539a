import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { likenessOfCosine, likenessOfWords, weigh } from '../../../../engines/knowledge/retrieval/ratings.ts';
import type { Rating } from '../../../../engines/knowledge/retrieval/ratings.ts';
import { hitOf } from '../../../../engines/knowledge/retrieval/hits.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/hits.ts';
import { runs } from '../../../support/depth.ts';

const hitsOf = (scores: Readonly<Record<string, number>>): Hit[] =>
  Object.entries(scores).map(([chunk, score]) => hitOf(chunk, { similarity: score }));
const order = (hits: readonly Hit[]): string => hits.map(({ chunk }) => chunk).join('');
const same = (chunk: string, rating: 1 | -1, person = 'ann'): Rating => ({ chunk, person, rating, likeness: 1 });

test('a rating moves its passage past those with nearly the same score, and says by how much', () => {
  const hits = weigh(hitsOf({ a: 1, b: 0.95, c: 0.5 }), [same('b', 1)]);
  assert.equal(order(hits), 'bac');
  const [best] = hits;
  assert.ok(best && Math.abs(best.score - 0.95 * 1.1) < 1e-9 && best.ratings === 1);
  assert.ok(Math.abs(best.parts.feedback - 0.095) < 1e-9);
  assert.equal(order(weigh(hitsOf({ a: 1, b: 0.95 }), [same('a', -1)])), 'ba');
});

test('no number of ratings does more than a fifth of the score', () => {
  const up = Array.from({ length: 1000 }, (_, at) => same('b', 1, `person ${at}`));
  const down = Array.from({ length: 1000 }, (_, at) => same('a', -1, `person ${at}`));
  assert.equal(order(weigh(hitsOf({ a: 1.5, b: 0.99 }), [...up, ...down])), 'ab');
  assert.equal(order(weigh(hitsOf({ a: 1.5, b: 1.01 }), [...up, ...down])), 'ba');
});

test('ratings for and against a passage cancel out, and those of other questions do not count', () => {
  const hits = hitsOf({ a: 1, b: 0.95 });
  assert.equal(order(weigh(hits, [same('b', 1), same('b', -1)])), 'ab');
  assert.deepEqual(weigh(hits, [{ ...same('b', 1), likeness: 0.4 }]), hits);
});

test('many ratings of one person count as one', () => {
  const many = Array.from({ length: 50 }, () => same('b', -1, 'ben'));
  const hits = hitsOf({ a: 1, b: 0.95 });
  assert.deepEqual(
    weigh(hits, [same('b', 1), ...many]).map(({ score }) => score),
    [1, 0.95],
  );
  assert.equal(order(weigh(hits, [same('b', 1), same('b', 1, 'cleo'), ...many])), 'ba');
});

test('a passage that is kept ahead of a higher score stays ahead of it', () => {
  assert.equal(order(weigh(hitsOf({ a: 0.6, b: 1, c: 0.9 }), [same('c', 1)])), 'abc');
});

test('a score below 0 is not weighed', () => {
  assert.equal(order(weigh(hitsOf({ a: -0.1, b: -0.11 }), [same('b', 1), same('a', -1)])), 'ab');
});

test('questions are alike as far as they share their words', () => {
  assert.equal(likenessOfWords('Who approves travel?', 'who approved the travels', 'en'), 1);
  assert.equal(likenessOfWords('Who approves travel?', 'Who pays for lunch?', 'en'), 0);
  assert.equal(likenessOfWords('who', '', 'en'), 0);
});

test('questions are alike as far as they are more similar than unrelated ones', () => {
  const likeness = [1, 0.9, 0.8, 0.5].map((cosine) => Number(likenessOfCosine(cosine, 0.8).toFixed(9)));
  assert.deepEqual(likeness, [1, 0.5, 0, 0]);
  assert.equal(likenessOfCosine(1, 1), 0, 'a model that tells no questions apart says nothing');
});

test('without its ratings, a search is what it was', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 3, noNaN: true })), (scores) => {
      const hits = hitsOf(Object.fromEntries(scores.map((score, index) => [`c${index}`, score])));
      assert.deepEqual(weigh(hits, []), hits);
    }),
    runs(),
  );
});
