/** AUC, kappa and Spearman's correlation equal scikit-learn and scipy. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cohensKappa } from '../../../engines/statistics/agreement.ts';
import { areaUnderRoc, spearman } from '../../../engines/statistics/ranks.ts';

interface Vector {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly y: readonly number[];
  readonly s: readonly number[];
  readonly k1: readonly number[];
  readonly k2: readonly number[];
  readonly auc: number;
  readonly kappa: number;
  readonly spearman: number;
}

const VECTORS = new URL('../../../../../shared/prototypes/evaluation/test/vectors_stats.json', import.meta.url);

const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`);

test(
  'statistics equal their references on the vectors',
  { skip: !existsSync(VECTORS) && 'the vectors are absent' },
  () => {
    const vectors: readonly Vector[] = JSON.parse(readFileSync(VECTORS, 'utf8'));
    for (const { a, b, y, s, k1, k2, ...reference } of vectors) {
      near(areaUnderRoc(y.map((label, index) => ({ isPositive: label === 1, score: s[index] ?? 0 }))), reference.auc);
      near(cohensKappa(k1, k2), reference.kappa);
      near(spearman(a, b), reference.spearman);
    }
  },
);

test('equal scores count half, and one class alone has no area', () => {
  const cases = [
    { isPositive: true, score: 0.5 },
    { isPositive: false, score: 0.5 },
    { isPositive: false, score: 0.1 },
  ];
  assert.equal(areaUnderRoc(cases), 0.75);
  assert.ok(Number.isNaN(areaUnderRoc(cases.slice(1))));
});

test('raters who always give one label agree', () => {
  assert.equal(cohensKappa(['yes', 'yes'], ['yes', 'yes']), 1);
  near(cohensKappa(['yes', 'no'], ['no', 'yes']), -1);
});
