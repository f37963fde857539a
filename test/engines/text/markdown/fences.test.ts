import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, fenceReader } from '../../../../engines/text/markdown/fences.ts';

const partsOf = (lines: readonly string[], where: 'outermost' | 'anywhere' = 'anywhere') =>
  lines.map(fenceReader(where));

test('code ends with a fence of the same marks that is no shorter', () => {
  const lines = ['a', '````py', '```', '~~~~', '```` py', '`````', 'b'];
  assert.deepEqual(partsOf(lines), [null, 'opens', 'inside', 'inside', 'inside', 'closes', null]);
});

test('only in a list is a fence indented by more than three spaces', () => {
  const lines = ['     ~~~', '  ~~~', '     ~~~'];
  assert.deepEqual(partsOf(lines), ['opens', 'closes', 'opens']);
  assert.deepEqual(partsOf(lines, 'outermost'), [null, 'opens', 'inside']);
});

test('code has the lines between its fences', () => {
  const block = '```json\n[1,\n2]\n```';
  assert.deepEqual(codeIn(block, { start: 0, end: block.length }), { info: 'json', start: 8, end: 14 });
  assert.equal(codeIn('```json', { start: 0, end: 7 }), null);
});

test('code within a line is no fence, and other white space than that of lines does not end one', () => {
  assert.deepEqual(partsOf(['```a``` b', '~~~ `', '~~~\u00a0', '~~~ \t\r']), [null, 'opens', 'inside', 'closes']);
});
