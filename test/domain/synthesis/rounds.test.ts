import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterRound, candidatesWanted } from '../../../domain/synthesis/rounds.ts';

const NONE = { rounds: 0, made: 0, accepted: 0, fruitless: 0 };
const RULES = { asked: 200, byModel: false };
const MODEL = { asked: 1000, byModel: true };

for (const [what, goal, before, wanted] of [
  ['the first round makes one candidate for each item', RULES, NONE, 200],
  ['a round after one without an accepted item makes more', RULES, { ...NONE, rounds: 1, made: 200 }, 400],
  [
    'a round makes as many for each missing item as earlier rounds needed',
    RULES,
    { ...NONE, made: 200, accepted: 100 },
    200,
  ],
  ['a round makes at most four for each missing item', RULES, { ...NONE, made: 200, accepted: 10 }, 760],
  ['a model makes a tenth of the order in a round', MODEL, NONE, 100],
  ['a model makes at least 32 in a round, if as many are missing', { ...MODEL, asked: 50 }, NONE, 32],
  ['a model makes no more than are missing', MODEL, { ...NONE, made: 990, accepted: 990 }, 10],
] as const) {
  test(what, () => assert.equal(candidatesWanted(goal, before), wanted));
}

const ROUND = { added: 100, accepted: 0, exhausted: false, stopped_by: null };

test('a round counts what it made, and whether it gave an item', () => {
  const first = afterRound(MODEL, NONE, { ...ROUND, accepted: 7 });
  assert.deepEqual(first, { rounds: 1, made: 100, accepted: 7, fruitless: 0, stopped_by: null });
  const second = afterRound(MODEL, first, { ...ROUND, accepted: 7 });
  assert.deepEqual(second, { rounds: 2, made: 200, accepted: 7, fruitless: 1, stopped_by: null });
});

for (const [what, goal, before, round, stopped] of [
  ['a limit ends the synthesis', MODEL, NONE, { ...ROUND, stopped_by: 'max_tokens' }, 'max_tokens'],
  [
    'a limit is named before the end of what can be made',
    MODEL,
    NONE,
    { ...ROUND, stopped_by: 'max_tokens', exhausted: true },
    'max_tokens',
  ],
  ['nothing ends it that has all items', MODEL, NONE, { ...ROUND, accepted: 1000, exhausted: true }, null],
  ['it ends when no more can be made', RULES, NONE, { ...ROUND, accepted: 9, exhausted: true }, 'exhausted'],
  [
    'the third round in a row without an item is the last of a model',
    MODEL,
    { ...NONE, rounds: 7, fruitless: 2 },
    ROUND,
    'rounds',
  ],
  ['rules go on after rounds without an item', RULES, { ...NONE, rounds: 7, fruitless: 2 }, ROUND, null],
  ['the sixtieth round is the last', RULES, { ...NONE, rounds: 59 }, { ...ROUND, accepted: 5 }, 'rounds'],
] as const) {
  test(what, () => assert.equal(afterRound(goal, before, round).stopped_by, stopped));
}
