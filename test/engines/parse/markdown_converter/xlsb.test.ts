import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { cell, double, makeXlsb, record, rich, row, uint32, wide } from '../../../support/documents/xlsb.ts';
import { assertFails, markdownOf, parse, XLSX } from '../../../support/documents/parse.ts';

const SETTINGS = { mediaType: XLSX };
const number = (column: number, value: number): Buffer => cell(5, column, 0, double(value));

test('values of all kinds are shown as Excel shows them', async () => {
  const records = [
    row(0, [cell(7, 0, 0, uint32(1)), cell(6, 1, 0, wide('b')), cell(62, 2, 0, rich('c'))]),
    row(1, [cell(2, 0, 0, uint32((7 << 2) | 2)), cell(2, 1, 0, uint32((750 << 2) | 3)), number(2, 0.25)]),
    row(2, [cell(3, 0, 0, Buffer.from([7])), cell(4, 1, 0, Buffer.from([1])), cell(1, 2, 0, Buffer.alloc(0))]),
    row(3, [cell(8, 0, 0, wide('f')), cell(9, 1, 1, double(0.5)), cell(9, 2, 2, double(44197))]),
    row(4, [cell(10, 0, 0, Buffer.from([0])), cell(11, 1, 0, Buffer.from([0x2a])), cell(7, 2, 0, uint32(99))]),
  ];
  assert.equal(
    await markdownOf(makeXlsb([{ name: 'One', records }], { strings: ['x', 'a'], styles: [0, 9, 14] }), SETTINGS),
    '## One\n\n| a | b | c |\n| --- | --- | --- |\n| 7 | 7.5 | 0.25 |\n| #DIV/0! | TRUE |  |\n| f | 50% | ' +
      '2021-01-01 |\n| FALSE | #N/A |  |',
  );
});

test('merged cells, links, dates from 1904 and comments', async () => {
  const records = [
    row(0, [number(0, 1), number(1, 2)]),
    row(1, [cell(5, 0, 1, double(0)), number(1, 4)]),
    record(494, uint32(0, 0, 1, 1), wide('L'), wide(''), wide(''), wide('')),
    record(176, uint32(1, 2, 1, 1)),
  ];
  const relationships =
    '<Relationship Id="L" Type="http://x/hyperlink" Target="https://a.example/" TargetMode="External"/>' +
    '<Relationship Id="C" Type="http://x/comments" Target="../comments1.bin"/>';
  const comments = [
    record(632, wide('Ada')),
    record(635, uint32(0, 1, 1, 0, 0), Buffer.alloc(16)),
    record(637, rich('Why?')),
  ];
  const source = makeXlsb([{ name: 'One', records, relationships }], {
    styles: [0, 14],
    is1904: true,
    others: { 'xl/comments1.bin': Buffer.concat(comments) },
  });
  const options = { ...DEFAULT_PARSE_OPTIONS, comments: true };
  assert.equal(
    await markdownOf(source, { ...SETTINGS, options }),
    '## One\n\n<table>\n<tr><th>1</th><th><a ' +
      'href="https://a.example/">2</a></th></tr>\n<tr><td>1904-01-01</td><td ' +
      'rowspan="2">4</td></tr>\n<tr><td></td></tr>\n</table>\n\n> **Comment by Ada on A2:**\n>\n> Why?',
  );
});

test('hidden sheets, rows and columns are omitted', async () => {
  const records = [
    record(60, uint32(1, 1, 0, 0), Buffer.from([1, 0])),
    row(0, [number(0, 1), number(1, 2)]),
    row(1, [number(0, 3)], true),
    row(2, [number(0, 5)]),
  ];
  const sheets = [
    { name: 'One', records },
    { name: 'Two', records, state: 1 },
  ];
  const { markdown, warnings } = await parse(makeXlsb(sheets), SETTINGS);
  assert.equal(markdown, '## One\n\n| 1 |\n| --- |\n| 5 |\n');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['hidden_omitted'],
  );
});

test('a narrow column separates no parts of a table', async () => {
  const columns = (width: number): Buffer => record(60, uint32(1, 1, width * 256, 0), Buffer.from([0, 0]));
  const records = [row(0, [number(0, 1), number(2, 2)]), row(1, [number(0, 3), number(2, 4)])];
  const written = (width: number): Promise<string> =>
    markdownOf(makeXlsb([{ name: 'One', records: [columns(width), ...records] }]), SETTINGS);
  assert.equal(await written(2), '## One\n\n| 1 | 2 |\n| --- | --- |\n| 3 | 4 |');
  assert.match(await written(8), /\| 3 \|\n\n\| 2 \|/);
});

test('damaged records are reported; a truncated part ends there', async () => {
  const short = record(5, uint32(0));
  await assertFails(parse(makeXlsb([{ name: 'One', records: [row(0, [short])] }]), SETTINGS), 'corrupt');
  const cut = row(0, [number(0, 1), number(1, 2)]).subarray(0, -3);
  assert.equal(await markdownOf(makeXlsb([{ name: 'One', records: [cut] }]), SETTINGS), '## One\n\n1');
});
