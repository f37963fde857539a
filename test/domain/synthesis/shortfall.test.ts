/** Why items are missing, in a way that a client can act on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortfallOf } from '../../../domain/synthesis/shortfall.ts';
import type { ShortRun } from '../../../domain/synthesis/shortfall.ts';

const run = (more: Partial<ShortRun>): ShortRun => ({
  engine_id: 'grounded_qa',
  asked: 10,
  accepted: 2,
  rejected: {},
  generator: null,
  ...more,
});
const facts = (found: number, passagesWithFacts: number, other = 0) => ({
  facts: found,
  passages: 12,
  passages_with_facts: passagesWithFacts,
  passages_in_other_languages: other,
});

test('nothing is missing where there are as many items as were asked for', () => {
  assert.equal(shortfallOf(run({ accepted: 10 }), null), null);
});

for (const [what, more, stopped, message] of [
  [
    'few facts',
    { facts: facts(3, 2) },
    'exhausted',
    /^Rules found 3 facts in 2 of 12 passages.* such as cloze, give more texts, or use a model of the role generate\.$/,
  ],
  ['no fact', { facts: facts(0, 0) }, 'exhausted', /^No sentence of the 12 passages states a fact by the rules/],
  [
    'a fact, and texts in other languages',
    { facts: facts(1, 1, 4) },
    'exhausted',
    /1 fact .* 4 passages are not in English/,
  ],
  ['another language alone', { facts: facts(0, 0, 12) }, 'exhausted', /^None of the 12 passages is in English/],
  ['texts that give no further alteration', { engine_id: 'perturb' }, 'exhausted', /raise strength/],
  ['rows that cannot be', { engine_id: 'schema_rows' }, 'exhausted', /Widen what a column may hold/],
  ['tools that give no further case', { engine_id: 'tool_calls', generator: 'writer' }, 'exhausted', /more tools/],
  ['a limit', { generator: 'writer' }, 'max_tokens', /exceeded max_tokens\. Raise the limit/],
  ['fruitless rounds of a model', { generator: 'writer' }, 'rounds', /three rounds of the model/],
  ['rounds of rules', {}, 'rounds', /Most of what was made was rejected/],
  ['a cancellation', {}, 'cancelled', /cancelled/],
] as const) {
  test(`the message names ${what}`, () => {
    const shortfall = shortfallOf(run(more), stopped);
    assert.deepEqual([shortfall?.missing, shortfall?.reasons], [8, [stopped]]);
    assert.match(shortfall?.message ?? '', message);
  });
}

test(
  'the message has the most frequent reason of rejections, and counts what a model refused or gave in another ' +
    'form',
  () => {
    const rejected = { output: 2, duplicate: 5, refused: 1 };
    const shortfall = shortfallOf(run({ generator: 'writer', rejected }), 'exhausted');
    assert.deepEqual(shortfall?.reasons, ['exhausted', 'rejected']);
    assert.match(
      shortfall.message,
      /8 items were made and rejected, 5 as duplicate: It is the same as an earlier item/,
    );
    assert.deepEqual(shortfall.model, { refused: 1, invalid: 2 });
    assert.equal(shortfallOf(run({ rejected }), 'exhausted')?.model, null);
  },
);
