import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bestAssignment } from '../../../../engines/evaluation/tools/assignment.ts';
import type { ExpectedCall } from '../../../../engines/evaluation/tools/match-call.ts';
import { toolCorrectness } from '../../../../engines/evaluation/tools/tool-correctness.ts';
import { isRight, OneOf } from '../../../../engines/evaluation/tools/values.ts';
import { runs } from '../../../support/depth.ts';

const RULES = { coerces: true, ignoresListOrder: false, requiresOrder: false };
const STRICT = { ...RULES, coerces: false };

const WEATHER: ExpectedCall = {
  name: 'weather.get',
  arguments: { city: 'Eling', days: 3, unit: new OneOf(['celsius', 'c'], true) },
};
const TIDE: ExpectedCall = { name: 'tide', arguments: { port: 'Southampton' } };
const weather = { name: 'weather_get', arguments: { city: 'eling', days: '3' } };
const tide = { name: 'tide', arguments: '{"port": "Southampton"}' };

test('all expected calls in any order are right', () => {
  for (const calls of [
    [weather, tide],
    [tide, weather],
  ]) {
    const { score, isExact, precision, recall } = toolCorrectness([WEATHER, TIDE], calls, RULES);
    assert.deepEqual({ score, isExact, precision, recall }, { score: 1, isExact: true, precision: 1, recall: 1 });
  }
});

test('the order counts where it is required, and is reported elsewhere', () => {
  assert.equal(toolCorrectness([WEATHER, TIDE], [tide, weather], RULES).isInOrder, false);
  assert.equal(toolCorrectness([WEATHER, TIDE], [tide, weather], { ...RULES, requiresOrder: true }).score, 0);
  assert.equal(toolCorrectness([WEATHER, TIDE], [weather, tide], { ...RULES, requiresOrder: true }).score, 1);
});

test('a surplus call lowers the score and the precision, not the recall', () => {
  const { score, precision, recall, isExact, surplus } = toolCorrectness([TIDE], [tide, weather], RULES);
  assert.deepEqual(
    { precision, recall, isExact, surplus },
    { precision: 0.5, recall: 1, isExact: false, surplus: [1] },
  );
  assert.equal(score, 2 / 3);
});

test('each wrong, missing and surplus argument is named', () => {
  const made = { name: 'weather.get', arguments: { city: 'Bath', unit: 'c', hours: 2 } };
  const [call] = toolCorrectness([WEATHER], [made], RULES).calls;
  const { wrong, missing, surplus, score } = call?.match ?? {};
  assert.deepEqual({ wrong, missing, surplus }, { wrong: ['city'], missing: ['days'], surplus: ['hours'] });
  assert.equal(score, 2 / 5);
});

test('without an expected call any call is wrong, and none is right', () => {
  assert.equal(toolCorrectness([], [], RULES).score, 1);
  assert.equal(toolCorrectness([], [tide], RULES).score, 0);
  assert.equal(toolCorrectness([TIDE], [], RULES).score, 0);
});

test('values are compared by what they mean', () => {
  const right: readonly (readonly [Parameters<typeof isRight>[0], unknown])[] = [
    ['April 1, 2024', 'april 1,2024'],
    ["it's", 'it’s'],
    [8_990_000_000, '8,990,000,000'],
    [0.1 + 0.2, 0.3],
    [true, 'True'],
    [null, undefined],
    [{ a: [1, { b: null }] }, { a: [1, {}] }],
  ];
  for (const [expected, actual] of right)
    assert.ok(isRight(expected, actual, RULES), JSON.stringify([expected, actual]));
  const wrong: typeof right = [
    [8_990_000_000, 8_990_000_001],
    ['-5', '5'],
    ['1.5', '15'],
    ['', 'x'],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: 2 }],
    [5, 'five'],
    [0, ''],
    ['__proto__', null],
  ];
  for (const [expected, actual] of wrong)
    assert.ok(!isRight(expected, actual, RULES), JSON.stringify([expected, actual]));
  assert.ok(isRight([1, 2], [2, 1], { ...RULES, ignoresListOrder: true }));
  assert.ok(!isRight(5, '5', STRICT));
});

test('an assignment is the best of all', () => {
  const weights = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );
  fc.assert(
    fc.property(weights, (table) => {
      const partners = bestAssignment(table);
      const taken = partners.filter((partner) => partner !== null);
      assert.equal(new Set(taken).size, taken.length);
      const sum = partners.reduce((total: number, partner, row) => total + (table[row]?.[partner ?? -1] ?? 0), 0);
      assert.equal(sum, best(table, 0, new Set()));
    }),
    runs(),
  );
});

/** By trying all assignments. */
function best(table: readonly (readonly number[])[], row: number, taken: ReadonlySet<number>): number {
  const weights = table[row];
  if (!weights) return 0;
  const choices = weights.map((weight, column) =>
    taken.has(column) ? 0 : weight + best(table, row + 1, new Set([...taken, column])),
  );
  return Math.max(best(table, row + 1, taken), ...choices);
}

test('hundreds of calls are matched', () => {
  const expected = Array.from({ length: 200 }, (_call, index) => ({ name: 'f', arguments: { index } }));
  const { isExact } = toolCorrectness(expected, expected.toReversed(), RULES);
  assert.ok(isExact);
});
