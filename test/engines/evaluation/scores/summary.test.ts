import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarize } from '../../../../engines/evaluation/scores/summary.ts';
import type { GroupedScore } from '../../../../engines/evaluation/scores/summary.ts';
import { seededRandom } from '../../../../engines/statistics/random.ts';

const random = seededRandom(7);
const CASES = Array.from({ length: 60 }, (_case, index): GroupedScore => ({
  group: `document ${index % 13}`,
  spread: null,
  ...(index % 7 === 0 ? { score: null, unmeasured: 'empty_answer' } : { score: random(), unmeasured: null }),
}));

test('the order of the cases changes nothing', () => {
  const summary = summarize({ direction: 'higher' }, 0.5, CASES);
  assert.ok(summary.interval && summary.interval.low < summary.interval.high);
  const shuffled = CASES.map((scored) => ({ scored, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ scored }) => scored);
  assert.deepEqual(summarize({ direction: 'higher' }, 0.5, shuffled), summary);
  assert.deepEqual(summarize({ direction: 'higher' }, 0.5, CASES.toReversed()), summary);
});
