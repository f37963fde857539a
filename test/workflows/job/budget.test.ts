/** Which batches a limit admits, with batches that take more or less than is expected of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelLimits } from '../../../domain/jobs/row-ranges.ts';
import type { Usage } from '../../../domain/jobs/usage.ts';
import { ModelBudget } from '../../../workflows/job/budget.ts';

const LANES = 4;
const EXPECTED = { tokens: 1000, usd: 0.01 };
const NO_LIMIT: ModelLimits = { max_usd: null, max_tokens: null };

/** Runs 40 batches in four lanes; `costs` is what each takes, as a multiple of what is expected. */
async function runAll(limits: ModelLimits, costs: (index: number) => number, spentBefore = 0, expected = EXPECTED) {
  let [taken, most, underWay] = [spentBefore, 0, 0];
  const job = {
    spent: (): Usage => [
      { source: 'one', unit: 'input_tokens', amount: taken * EXPECTED.tokens },
      { source: 'one', unit: 'usd', amount: taken * EXPECTED.usd },
    ],
  };
  const budget = new ModelBudget(job, limits, () => ['one']);
  const queue = Array.from({ length: 40 }, () => ({ ...expected })).entries();
  let admitted = 0;
  const order: number[] = [];
  const lane = async (): Promise<void> => {
    for (const [index, range] of queue) {
      const isDone = await budget.run(range, async () => {
        order.push(underWay);
        most = Math.max(most, ++underWay);
        for (let tick = 0; tick < 20; tick++) await Promise.resolve();
        taken += costs(index);
        underWay--;
        return true;
      });
      if (isDone) admitted++;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { taken, admitted, most, order, stoppedBy: budget.stoppedBy };
}

test('without a limit all batches run, side by side from the first', async () => {
  const { admitted, order, stoppedBy } = await runAll(NO_LIMIT, () => 3);
  assert.deepEqual([admitted, order.slice(0, LANES), stoppedBy], [40, [0, 1, 2, 3], null]);
});

test('batches that take what is expected use the limit up, and never exceed it', async () => {
  const { taken, admitted, most, stoppedBy } = await runAll({ ...NO_LIMIT, max_tokens: 20_500 }, () => 1);
  assert.deepEqual([taken, admitted, most, stoppedBy], [20, 20, LANES, 'max_tokens']);
});

test('batches that take several times what is expected exceed the limit by less than one of them', async () => {
  for (const times of [1.5, 3, 8]) {
    for (const limits of [
      { ...NO_LIMIT, max_tokens: 20_000 },
      { ...NO_LIMIT, max_usd: 0.2 },
    ]) {
      const { taken, stoppedBy } = await runAll(limits, () => times);
      assert.ok(taken > 20 - times && taken <= 20, `${times}: ${taken}`);
      assert.equal(stoppedBy, limits.max_tokens === null ? 'max_cost_usd' : 'max_tokens');
    }
  }
  // The first is admitted by what is expected alone.
  const { taken, admitted } = await runAll({ ...NO_LIMIT, max_tokens: 2000 }, () => 8);
  assert.deepEqual([taken, admitted], [8, 1]);
});

test('batches whose calls were kept cost nothing, and promise nothing', async () => {
  const { taken, admitted } = await runAll({ ...NO_LIMIT, max_tokens: 5000 }, (index) => (index < 20 ? 0 : 1));
  assert.deepEqual([taken, admitted], [5, 25]);
  const dear = await runAll({ ...NO_LIMIT, max_tokens: 12_000 }, (index) => (index < 20 ? 0 : 5));
  assert.deepEqual([dear.taken, dear.admitted], [10, 22]);
});

test('batches of which nothing is expected run side by side', async () => {
  const { admitted, order } = await runAll({ ...NO_LIMIT, max_tokens: 5000 }, () => 0, 0, { tokens: 0, usd: 0 });
  assert.deepEqual([admitted, order.slice(0, LANES)], [40, [0, 1, 2, 3]]);
});

test('what the job spent in earlier runs counts for the limit, and not for what is expected', async () => {
  const { taken, admitted } = await runAll({ ...NO_LIMIT, max_tokens: 20_000 }, () => 1, 15);
  assert.deepEqual([taken, admitted], [20, 5]);
});
