import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf } from '../../../engines/statistics/audit.ts';
import type { AuditedCase } from '../../../engines/statistics/audit.ts';

const audited = (label: number, score: number, length: number, group: string): AuditedCase => ({
  label,
  score,
  length,
  group,
  isGood: label >= 0.5,
});

test('a judge that agrees, on answers whose length says something too', () => {
  const cases = [
    audited(1, 0.9, 3, 'a'),
    audited(0.8, 0.7, 5, 'a'),
    audited(0.2, 0.6, 4, 'b'),
    audited(0, 0.1, 9, 'b'),
    audited(1, 0.8, 2, 'c'),
    audited(0, 0.2, 8, 'c'),
  ];
  const { auc, lengthAuc, kappa, spearman } = auditOf(cases, 0.5);
  assert.equal(auc.value, 1);
  // Shorter is better for 8 of 9 pairs.
  assert.ok(Math.abs(lengthAuc - 8 / 9) < 1e-12);
  // One of three bad ones passes: 5 of 6 alike, half by chance.
  assert.ok(Math.abs((kappa?.value ?? 0) - 2 / 3) < 1e-12);
  assert.ok(spearman.value > 0.9);
  assert.deepEqual(auc.interval, { low: 1, high: 1 });
  assert.ok((kappa?.interval?.low ?? 1) < 2 / 3);
});

test('without bad cases, or without a threshold, there is no such figure', () => {
  const cases = [audited(1, 0.4, 1, 'a'), audited(1, 0.6, 2, 'b')];
  const { auc, lengthAuc, kappa } = auditOf(cases, null);
  assert.ok(Number.isNaN(auc.value) && Number.isNaN(lengthAuc));
  assert.equal(auc.interval, null);
  assert.equal(kappa, null);
});

test('of one group there is no interval: its cases are not independent', () => {
  const { auc } = auditOf([audited(1, 0.9, 1, 'a'), audited(0, 0.1, 2, 'a')], 0.5);
  assert.equal(auc.value, 1);
  assert.equal(auc.interval, null);
});
