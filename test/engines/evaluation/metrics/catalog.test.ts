import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METRICS } from '../../../../engines/evaluation/metrics/index.ts';

const GRADES = { AUC: { good: 0.8, moderate: 0.7 }, kappa: { good: 0.75, moderate: 0.4 } } as const;

test('grades of agreement follow their figures', () => {
  const graded = METRICS.flatMap(({ key, agreement }) => agreement.map((found) => ({ key, ...found })));
  assert.ok(graded.length > 20);
  for (const { key, dataset, statistic, value, grade } of graded) {
    if (statistic !== 'AUC' && statistic !== 'kappa') continue;
    const { good, moderate } = GRADES[statistic];
    assert.equal(grade, value >= good ? 'good' : value >= moderate ? 'moderate' : 'useless', `${key}, ${dataset}`);
  }
});
