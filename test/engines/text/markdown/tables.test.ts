import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, isDelimiterRow, isLooseDelimiterRow } from '../../../../engines/text/markdown/tables.ts';

test('bars separate cells unless a backslash stands before them', () => {
  assert.deepEqual(cellsOf('| a | b\\|c | |'), ['a', 'b|c', '']);
  assert.deepEqual(cellsOf(' a | b \r'), ['a', 'b']);
  assert.deepEqual(cellsOf('| a | b\\|'), ['a', 'b|']);
  assert.deepEqual(cellsOf('|'), []);
});

test('a bar behind two backslashes is part of its cell, or ends it if backslashes escape each other', () => {
  assert.deepEqual(cellsOf('| a\\\\|b | c |'), ['a\\|b', 'c']);
  assert.deepEqual(cellsOf('| a\\\\|b | c |', 'pair'), ['a\\\\', 'b', 'c']);
});

test('a row of hyphens separates the names of columns from the rows', () => {
  const read = (row: string): boolean[] => [isDelimiterRow(cellsOf(row)), isLooseDelimiterRow(row)];
  assert.deepEqual(read('| :-- | --: |'), [true, true]);
  assert.deepEqual(read('| --- | |'), [false, true]);
  assert.deepEqual(read('| -- | a |'), [false, false]);
});
