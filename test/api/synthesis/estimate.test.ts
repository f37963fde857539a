/** What a preview says of the whole order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateOf } from '../../../api/synthesis/estimate.ts';

const usage = (calls: number) => [
  { source: 'writer', unit: 'calls' as const, amount: calls },
  { source: 'writer', unit: 'input_tokens' as const, amount: 100 * calls },
  { source: 'writer', unit: 'usd' as const, amount: 0.01 * calls },
];
const preview = (more: object) => ({ preview_of: 300, accepted: 4, rejected: {}, generator: 'writer', ...more });

test('what calls gave beyond the preview counts: two calls of three questions give six, of which four are shown', () => {
  const estimate = estimateOf(preview({ unchecked: 2 }), usage(2));
  assert.partialDeepStrictEqual(estimate, { items: 300, factor: 50, calls: 100, tokens: 10_000, usd: 1 });
  assert.match(estimate?.basis ?? '', /times 50: its calls gave 6 items that can be accepted, and the order is 300/);
});

test('of what is over, as large a share is taken as of what was checked', () => {
  assert.equal(estimateOf(preview({ rejected: { duplicate: 4 }, unchecked: 4 }), usage(4))?.calls, 200);
});

test('checks are counted by the items that they accepted', () => {
  const estimate = estimateOf(preview({ unchecked: 2, spent_on_checks: usage(4) }), usage(6));
  assert.partialDeepStrictEqual(estimate, { factor: 50, calls: 2 * 50 + 4 * 75 });
  assert.match(estimate?.basis ?? '', /What the checks took, times 75/);
});

test('without an item, a paid call, or a preview, nothing is estimated', () => {
  assert.equal(estimateOf(preview({ accepted: 0 }), usage(1)), null);
  assert.equal(estimateOf(preview({}), []), null);
  assert.equal(estimateOf({ ...preview({}), preview_of: null }, usage(1)), null);
  assert.partialDeepStrictEqual(estimateOf({ ...preview({}), generator: null }, []), { items: 300, calls: 0 });
});
