import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootstrapInterval, mean, meanInterval } from '../../../engines/statistics/bootstrap.ts';
import { compareRuns, pairedPermutationTest } from '../../../engines/statistics/paired.ts';
import { nearestRank } from '../../../engines/statistics/quantile.ts';
import { seededRandom } from '../../../engines/statistics/random.ts';

test('a seed determines the numbers, which are spread evenly', () => {
  const [first, again, other] = [seededRandom(7), seededRandom(7), seededRandom(8)];
  const numbers = Array.from({ length: 10_000 }, first);
  assert.deepEqual(Array.from({ length: 10_000 }, again), numbers);
  assert.notEqual(other(), numbers[0]);
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
  assert.ok(Math.abs(mean(numbers) - 0.5) < 0.02);
});

test('a quantile is the value of the nearest rank', () => {
  const values = Array.from({ length: 100 }, (_value, index) => index + 1);
  assert.equal(nearestRank(values, 0.5), 50);
  assert.equal(nearestRank(values, 0.07), 7);
  assert.equal(nearestRank(values, 0.99), 99);
  assert.equal(nearestRank(values, 1), 100);
  assert.equal(nearestRank([3], 0.01), 3);
});

test('an interval contains the mean, and is wider by groups than by rows', () => {
  const random = seededRandom(3);
  const documents = Array.from({ length: 20 }, () => {
    const level = random();
    return Array.from({ length: 30 }, () => level + random() / 10);
  });
  const byDocument = bootstrapInterval(documents, mean);
  const byRow = bootstrapInterval(
    documents.flat().map((value) => [value]),
    mean,
  );
  assert.ok(byDocument && byRow);
  const middle = mean(documents.flat());
  assert.ok(byDocument.low < middle && middle < byDocument.high);
  assert.ok(byDocument.high - byDocument.low > 3 * (byRow.high - byRow.low));
  assert.deepEqual(bootstrapInterval(documents, mean), byDocument);
  const { low, high } = meanInterval(documents) ?? assert.fail();
  assert.ok(Math.abs(low - byDocument.low) < 1e-9 && Math.abs(high - byDocument.high) < 1e-9);
  assert.equal(meanInterval([[1, 2]]), null);
});

test('one group has no interval', () => {
  assert.equal(bootstrapInterval([[1, 2, 3]], mean), null);
  assert.equal(
    bootstrapInterval([[1], [2]], () => Number.NaN),
    null,
  );
});

test('the p-value of few cases is exact', () => {
  // Of 2^3 assignments of signs, only all positive and all negative are as extreme.
  assert.equal(pairedPermutationTest([[1], [1], [1]]), 2 / 8);
  assert.equal(pairedPermutationTest([[0], [0]]), 1);
});

test('a clear difference has a small p-value, noise does not', () => {
  const random = seededRandom(5);
  const cases = Array.from({ length: 60 }, () => [{ a: random(), b: random() }]);
  const noise = compareRuns(cases);
  const better = compareRuns(cases.map((group) => group.map(({ a, b }) => ({ a, b: b + 0.4 }))));
  assert.ok(noise.pValue > 0.05);
  assert.ok(better.pValue < 0.001 && better.pValue > 0);
  assert.ok(Math.abs(better.difference - noise.difference - 0.4) < 1e-9);
});

test('cases of one document change sign together', () => {
  const differences = Array.from({ length: 40 }, () => 0.2);
  assert.equal(pairedPermutationTest([differences]), 1);
  assert.ok(pairedPermutationTest(differences.map((difference) => [difference])) < 0.01);
});
