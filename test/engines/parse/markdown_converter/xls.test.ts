import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../engines/parse/options.ts';
import { uint16, uint32 } from '../../../support/documents/doc.ts';
import { at, double, makeXls, xlsRecord, xlsString } from '../../../support/documents/xls.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const XLS = { mediaType: 'application/vnd.ms-excel' };
const label = (row: number, column: number, text: string): Buffer => xlsRecord(0x204, at(row, column), xlsString(text));

test('cells become tables below the name of their sheet', async () => {
  const records = [
    label(0, 0, 'a'),
    label(0, 1, 'b'),
    xlsRecord(0x203, at(1, 0), double(1.5)),
    xlsRecord(0x27e, at(1, 1), uint32((7 << 2) | 2)),
    xlsRecord(0xbd, uint16(2), uint16(0), uint16(0), uint32((5 << 2) | 3), uint16(0), uint32((6 << 2) | 2), uint16(1)),
    label(4, 3, 'alone'),
  ];
  assert.equal(
    await markdownOf(makeXls([{ name: 'One', records }]), XLS),
    '## One\n\n| a | b |\n| --- | --- |\n| 1.5 | 7 |\n| 0.05 | 6 |\n\nalone',
  );
});

test('shared strings continue across records', async () => {
  const shared = Buffer.concat([
    uint32(2),
    uint32(2),
    xlsString('first'),
    uint16(4),
    Buffer.from([0]),
    Buffer.from('ab'),
  ]);
  const rest = Buffer.concat([Buffer.from([1]), Buffer.from('cd', 'utf16le')]);
  const records = [xlsRecord(0xfd, at(0, 0), uint32(0)), xlsRecord(0xfd, at(0, 1), uint32(1))];
  const source = makeXls([{ name: 'S', records }], [xlsRecord(0xfc, shared), xlsRecord(0x3c, rest)]);
  assert.equal(await markdownOf(source, XLS), '## S\n\n| first | abcd |\n| --- | --- |');
});

test('formats, formulas, errors and merged cells', async () => {
  const style = (format: number): Buffer => xlsRecord(0xe0, uint16(0), uint16(format), Buffer.alloc(16));
  const formula = (result: Buffer): Buffer => Buffer.concat([result, Buffer.alloc(8)]);
  const records = [
    xlsRecord(0x203, at(0, 0, 1), double(43831)),
    xlsRecord(0x203, at(0, 1, 2), double(0.256)),
    xlsRecord(0x06, at(1, 0), formula(double(3))),
    xlsRecord(0x06, at(1, 1), formula(Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]))),
    xlsRecord(0x207, xlsString('text')),
    xlsRecord(0x205, at(2, 0), Buffer.from([7, 1])),
    xlsRecord(0x205, at(2, 1), Buffer.from([1, 0])),
    label(3, 0, 'wide'),
    xlsRecord(0xe5, uint16(1), uint16(3), uint16(3), uint16(0), uint16(1)),
  ];
  const options = { ...DEFAULT_PARSE_OPTIONS, tables: 'pipe' } as const;
  const source = makeXls([{ name: 'S', records }], [style(0), style(14), style(10)]);
  assert.equal(
    await markdownOf(source, { ...XLS, options }),
    '## S\n\n| 2020-01-01 | 25.60% |\n| --- | --- |\n| 3 | text |\n| #DIV/0! | TRUE |\n| wide | wide |',
  );
});

test('narrow columns and low rows separate no parts of a table', async () => {
  const column = xlsRecord(0x7d, uint16(1), uint16(1), uint16(2 * 256), Buffer.alloc(6));
  const low = xlsRecord(0x208, uint16(1), uint16(0), uint16(0), uint16(4 * 20), Buffer.alloc(8));
  const cells = [label(0, 0, 'a'), label(0, 2, 'b'), label(2, 0, 'c'), label(2, 2, 'd')];
  assert.equal(
    await markdownOf(makeXls([{ name: 'S', records: [column, low, ...cells] }]), XLS),
    '## S\n\n| a | b |\n| --- | --- |\n| c | d |',
  );
  assert.equal(await markdownOf(makeXls([{ name: 'S', records: cells }]), XLS), '## S\n\na\n\nb\n\nc\n\nd');
});

test('hidden sheets are omitted unless requested', async () => {
  const source = makeXls([
    { name: 'Shown', records: [label(0, 0, 'x')] },
    { name: 'Hidden', records: [label(0, 0, 'y')], isHidden: true },
  ]);
  const { markdown, warnings } = await parse(source, XLS);
  assert.equal(markdown, '## Shown\n\nx\n');
  assert.equal(warnings[0]?.code, 'hidden_omitted');
  const options = { ...DEFAULT_PARSE_OPTIONS, hidden: true };
  assert.match(await markdownOf(source, { ...XLS, options }), /## Hidden\n\ny$/);
});

test('protected and empty workbooks are reported', async () => {
  await assertFails(parse(makeXls([{ name: 'S', records: [] }], [xlsRecord(0x2f, Buffer.alloc(6))]), XLS), 'encrypted');
  await assertFails(parse(makeXls([{ name: 'S', records: [] }]), XLS), 'empty');
  await assertFails(parse(makeXls([{ name: 'S', records: [xlsRecord(0x203, at(0, 0))] }]), XLS), 'corrupt');
});

test('a workbook without text says what it has instead', async () => {
  const chart = xlsRecord(0x85, uint32(0), Buffer.from([0, 2, 5, 1]), Buffer.from('Tides', 'utf16le'));
  const secret = { name: 'Secret', records: [label(0, 0, 'x')], isHidden: true };
  await assert.rejects(parse(makeXls([secret], [chart]), XLS), {
    code: 'empty',
    message:
      'The workbook has no visible content. Hidden content omitted: sheets: 1. Parts of the workbook omitted: charts: 1.',
  });
});
