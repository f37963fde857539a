import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statementsOf } from '../../../engines/text/statements.ts';
import { assertLinearInText } from '../../support/linear.ts';
import { runs } from '../../support/depth.ts';

const texts = (markdown: string): string[] =>
  statementsOf(markdown).map(({ kind, start, end }) => `${kind}: ${markdown.slice(start, end)}`);

test('sentences of prose and items are found, without marks, headings and code', () => {
  const markdown =
    '# Leeds\n\nLeeds is a city. It has a river.\n\n- First item\n2. Second. Third.\n\n```\ncode. more.\n```';
  assert.deepEqual(texts(markdown), [
    'sentence: Leeds is a city.',
    'sentence: It has a river.',
    'sentence: First item',
    'sentence: Second.',
    'sentence: Third.',
  ]);
});

test('a table is read row by row, without the names of its columns and the line that only separates', () => {
  const table = '| City | River |\n| --- | --- |\n| Leeds | Aire. Calder. |';
  assert.deepEqual(texts(table), ['row: | Leeds | Aire. Calder. |']);
  assert.deepEqual(texts('| Leeds | Aire |\n| York | Ouse |'), ['row: | Leeds | Aire |', 'row: | York | Ouse |']);
});

test('a statement has the nearest heading above it, a row the names of its columns', () => {
  const text = 'First.\n\n# A\n\nSecond.\n\n## B\n\n| x |\n| - |\n| y |';
  const found = statementsOf(text).map(({ heading, columns }) => [
    heading && text.slice(...heading),
    columns && text.slice(...columns),
  ]);
  assert.deepEqual(found, [
    [null, null],
    ['# A', null],
    ['## B', '| x |'],
  ]);
});

test('statements are in order and do not overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a. ', 'B', '\n', '- ', '| ', '# ', '```', ' ', '1. ')), (pieces) => {
      const text = pieces.join('');
      let end = 0;
      for (const statement of statementsOf(text)) {
        assert.ok(statement.start >= end && statement.end > statement.start && statement.end <= text.length);
        assert.equal(text.slice(statement.start, statement.end).trim(), text.slice(statement.start, statement.end));
        ({ end } = statement);
      }
    }),
    runs(),
  );
});

test('statements are found in linear time', async () => {
  await assertLinearInText('statements', (text) => statementsOf(text));
});
