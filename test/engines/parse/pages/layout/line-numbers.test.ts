import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutLineNumbers } from '../../../../../engines/parse/pages/layout/line-numbers.ts';
import { cellsOf, linesOf } from '../../../../support/documents/words.ts';

const PROSE = [
  'The miller asks the court to order that',
  'the owner of the upper weir open the gate',
  'at every ebb. The wheel stood still for a',
  'month in spring, and no corn was ground.',
  'The owner was told of it twice, and said',
  'that the gate was stuck. It was not: the',
  'ferryman saw it move on the day after it',
  'was repaired, and it has moved since then.',
];
const textOf = (words: readonly { readonly text: string }[]): string => words.map(({ text }) => text).join(' ');

/** Numbers in the margin, 12 points apart as the lines are. */
const numbers = (values: readonly number[], pitch = 12) =>
  values.flatMap((value, index) => linesOf([String(value)], 72, 100 + index * pitch));
const upTo = (count: number, step = 1) => Array.from({ length: count }, (_, index) => (index + 1) * step);

describe('line numbers', () => {
  const prose = linesOf(PROSE, 100, 100);

  it('are dropped beside running text, also where a line is empty, and every fifth', () => {
    for (const margin of [
      numbers(upTo(8)),
      numbers(upTo(20)),
      numbers(upTo(4, 5), 60),
      numbers([41, 42, 43, 44, 45, 46, 47, 48]),
    ])
      assert.equal(textOf(withoutLineNumbers([...margin, ...prose])), PROSE.join(' '));
  });

  it('are kept before the text of their lines on request', () => {
    const [first = '', second = ''] = PROSE;
    const kept = withoutLineNumbers([...numbers(upTo(10)), ...prose], true);
    assert.ok(textOf(kept).startsWith(`1 ${first} 2 ${second} 3 `));
    assert.equal(kept.length, prose.length);
  });

  it('stay when they do not count the lines', () => {
    for (const margin of [
      numbers(upTo(7)),
      numbers([1, 2, 3, 4, 5, 6, 8, 9]),
      numbers(upTo(8), 12).toReversed().slice(0, 3),
    ])
      assert.equal(withoutLineNumbers([...margin, ...prose]).length, margin.length + prose.length);
  });

  it('stay in tables and lists', () => {
    const rows = upTo(10).map((row) => [String(row), 'wheel of oak', String(40 + row)]);
    const baselines = rows.map((_, row) => 100 + row * 12);
    const table = cellsOf(rows, [72, 100, 260], baselines);
    const list = cellsOf(
      rows.map(([row = '']) => [row, Number(row) % 4 === 0 ? 'a new gate for the weir of the upper mill' : 'oats']),
      [72, 100],
      baselines,
    );
    for (const words of [table, list]) assert.equal(withoutLineNumbers(words), words);
  });
});
