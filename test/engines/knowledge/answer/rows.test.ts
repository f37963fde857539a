import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotedInWords } from '../../../../engines/knowledge/answer/rows.ts';

function row(text: string, heading = ''): string {
  const start = text.lastIndexOf('\n') + 1;
  return quotedInWords({ heading, text }, { start, end: text.length });
}

test('a row says its values with the names of their columns', () => {
  const head = '| City | Rate | Remark |\n| :-- | --: | --- |\n';
  assert.equal(row(`${head}| Hamburg | EUR 140 | |`), 'City: Hamburg; Rate: EUR 140');
  assert.equal(row(`${head}| a\\|b | 2 | x | more |`), 'City: a|b; Rate: 2; Remark: x; more');
  assert.equal(row(`${head}| Hamburg`), 'City: Hamburg');
  assert.equal(row(`${head}| Hamburg | a\\|`), 'City: Hamburg; Rate: a|');
  assert.equal(row('| | |\n| --- | --- |\n| Term | two years |'), 'Term; two years');
});

test('a passage that continues a table has the names of the columns in its heading', () => {
  assert.equal(row('| Hamburg | 140 |', 'Travel › Hotels › | City | Rate |'), 'City: Hamburg; Rate: 140');
  assert.equal(row('| Hamburg | 140 |', '| City | Rate |'), 'City: Hamburg; Rate: 140');
  assert.equal(row('| Hamburg | 140 |', 'Travel'), 'Hamburg; 140');
});

test('what is no row is quoted as it is', () => {
  const text = 'It is old. It is new.';
  assert.equal(quotedInWords({ heading: '', text }, { start: 11, end: 21 }), 'It is new.');
  assert.equal(quotedInWords({ heading: '', text: '| a | b |' }, { start: 0, end: 4 }), '| a ');
});
