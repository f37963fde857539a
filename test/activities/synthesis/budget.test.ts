/** Which tasks the limits of a step admit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepBudget } from '../../../activities/synthesis/budget.ts';
import type { Measure } from '../../../domain/jobs/usage.ts';
import { WRITER } from '../../support/writer.ts';

const MODEL = { ...WRITER, price: { input: 0, output: 1_000_000 } };
const task = { tokens: { input: 60, output: 40 } };
const tasks = (count: number) => Array.from({ length: count }, () => task);

function budgetOf(left: { max_usd?: number; max_tokens?: number }) {
  const spent: Measure[] = [];
  const budget = new StepBudget({ max_usd: null, max_tokens: null, ...left }, MODEL, () => spent);
  const spend = (amount: number) =>
    void spent.splice(0, 1, { source: 'writer', unit: 'output_tokens', amount: (spent[0]?.amount ?? 0) + amount });
  return { budget, spend };
}

test('tasks are admitted as long as what they are expected to take fits', () => {
  const { budget } = budgetOf({ max_tokens: 250 });
  assert.deepEqual([budget.exceededBy(tasks(2)), budget.exceededBy(tasks(3))], [null, 'max_tokens']);
  assert.equal(budgetOf({ max_usd: 79 }).budget.exceededBy(tasks(2)), 'max_cost_usd');
  assert.equal(budgetOf({}).budget.exceededBy(tasks(1000)), null);
});

test('what was spent counts, and tasks that took more make others dearer', () => {
  const { budget, spend } = budgetOf({ max_tokens: 1000 });
  assert.ok(budget.isUnproven);
  spend(300);
  budget.end([task]);
  assert.ok(!budget.isUnproven);
  assert.deepEqual([budget.exceededBy(tasks(2)), budget.exceededBy(tasks(3))], [null, 'max_tokens']);
});

test('kept calls, which take nothing, make no others cheaper', () => {
  const { budget, spend } = budgetOf({ max_tokens: 1000 });
  budget.end(tasks(10));
  assert.ok(budget.isUnproven);
  assert.equal(budget.exceededBy(tasks(11)), 'max_tokens');
  spend(300);
  budget.end([task]);
  budget.end(tasks(10));
  assert.deepEqual([budget.exceededBy(tasks(2)), budget.exceededBy(tasks(3))], [null, 'max_tokens']);
});

test('without a limit, nothing has to be tried first', () => {
  assert.ok(!budgetOf({}).budget.isUnproven);
});

test('what the checks of candidates take is left', () => {
  const budget = new StepBudget({ max_usd: null, max_tokens: 250 }, MODEL, () => [], { tokens: 20, usd: 0 });
  assert.deepEqual([budget.exceededBy(tasks(2), 2), budget.exceededBy(tasks(2), 3)], [null, 'max_tokens']);
  const priced = new StepBudget({ max_usd: 90, max_tokens: null }, MODEL, () => [], { tokens: 0, usd: 5 });
  assert.deepEqual([priced.exceededBy(tasks(2), 2), priced.exceededBy(tasks(2), 3)], [null, 'max_cost_usd']);
});
