import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USAGE_UNITS, UsageLedger, addUsage, largestUsage, readUsage, usageSince } from '../../../domain/jobs/usage.ts';
import type { Measure, UsageUnit } from '../../../domain/jobs/usage.ts';

const of = (source: string, unit: UsageUnit, amount: number): Measure => ({ source, unit, amount });

test('lists are added by source and unit, in the same order whatever the order of the input', () => {
  const lists = [
    [of('m', 'usd', 0.1), of('m', 'input_tokens', 10)],
    [of('e', 'pages', 2), of('m', 'usd', 0.2)],
    [of('e', 'pages', 3), of('e', 'bytes', 0)],
  ];
  const sum = [of('e', 'pages', 5), of('m', 'input_tokens', 10), of('m', 'usd', 0.3)];
  assert.deepEqual(addUsage(...lists), sum);
  assert.deepEqual(addUsage(...lists.toReversed()), sum);
  assert.deepEqual(addUsage(...lists, sum), addUsage(sum, sum));
  assert.deepEqual(addUsage(), []);
  assert.deepEqual(addUsage([of('e', 'bytes', 2 ** 52), of('e', 'bytes', 1)]), [of('e', 'bytes', 2 ** 52 + 1)]);
});

test('the largest amount of each measure, and what was added since', () => {
  const before = [of('e', 'pages', 5), of('m', 'usd', 1)];
  const after = [of('e', 'pages', 4), of('m', 'usd', 1.25), of('m', 'calls', 1)];
  assert.deepEqual(largestUsage(before, after), [of('e', 'pages', 5), of('m', 'calls', 1), of('m', 'usd', 1.25)]);
  assert.deepEqual(usageSince(before, after), [of('m', 'calls', 1), of('m', 'usd', 0.25)]);
  assert.deepEqual(usageSince(after, after), []);
});

test('only lists of measures are read', () => {
  const measures = USAGE_UNITS.map((unit) => of('e', unit, 1.5));
  assert.deepEqual(readUsage(measures), measures);
  assert.deepEqual(readUsage([]), []);
  const others = [undefined, null, {}, 'x', [null], [1], [{}]];
  const spoilt = [{ source: 1 }, { unit: 'miles' }, { amount: -1 }, { amount: Number.NaN }, { amount: Infinity }];
  for (const other of [...others, ...spoilt.map((part) => [...measures, { ...of('e', 'usd', 1), ...part }])]) {
    assert.equal(readUsage(other), null, JSON.stringify(other));
  }
});

test('a part counts with its largest total, whatever the order and number of its reports', () => {
  const pages = (amount: number) => [of('e', 'pages', amount)];
  const ledger = new UsageLedger(pages(100));
  ledger.report('first', pages(5));
  ledger.report('second', pages(1));
  ledger.report('first', pages(5));
  assert.deepEqual(ledger.total, pages(106));
  ledger.report('first', pages(8));
  ledger.report('first', pages(7));
  assert.deepEqual(ledger.total, pages(109));
  assert.deepEqual(ledger.open, { first: pages(8), second: pages(1) });
  ledger.end('first', []);
  ledger.end('second', pages(2));
  assert.deepEqual(ledger.total, pages(110));
  // A part of the same name is another one.
  ledger.end('first', pages(1));
  assert.deepEqual(ledger.total, pages(111));
});
