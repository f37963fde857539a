import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBlocks } from '../../../../../engines/parse/documents/markdown/blocks.ts';
import { text } from '../../../../../engines/parse/documents/markdown/model.ts';

const lines = (...words: string[]): string =>
  writeBlocks([
    { kind: 'paragraph', content: words.flatMap((line) => [text(line), { kind: 'break' as const }]) },
  ]).replaceAll('  \n', '\n');

test('a line of a paragraph that looks like the delimiters of a table begins none', () => {
  for (const row of ['--- | ---', '---|---', '-|-', ':-: | -', ':-', '-:', '|-', '|---|', '| --- | --- |', '-|'])
    assert.equal(lines('Total | paid', row), `Total | paid\n\\${row}`);
});

test('lines of other text stay what they are', () => {
  for (const line of ['a | b', '-1 | 2', ': a', '--a', '::', '|', ':-)'])
    assert.equal(lines('Total', line), `Total\n${line}`);
});
