/** Tables of dBase and FoxPro: a column per field, with text in the code page of the table. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sniffMediaType } from '../../../../platform/media-type/index.ts';
import { makeDbase, type DbaseField } from '../../../support/documents/dbase.ts';
import { assertFails, markdownOf, parse } from '../../../support/documents/parse.ts';

const DBASE = { mediaType: 'application/vnd.dbf' };
const NAME: DbaseField = { name: 'NAME', type: 'C', length: 6 };

test('a column for each field; blanks around values and deleted records are left out', async () => {
  const fields: DbaseField[] = [
    NAME,
    { name: 'DEPTH', type: 'N', length: 7 },
    { name: 'SURVEYED', type: 'D', length: 8 },
  ];
  const table = makeDbase({
    fields,
    records: [' Mill    -1.5020240131', '*Weir     2.0020240201', ' a*b*                 '],
  });
  assert.equal(
    await markdownOf(table, DBASE),
    '| NAME | DEPTH | SURVEYED |\n| --- | --- | --- |\n| Mill | -1.50 | 2024-01-31 |\n| a\\*b\\* |  |  |',
  );
  assert.equal(sniffMediaType(table, { filename: null, declared: null }), DBASE.mediaType);
});

test('logical values, and the binary ones of Visual FoxPro', async () => {
  const number = (write: (bytes: Buffer) => void): string => {
    const bytes = Buffer.alloc(8);
    write(bytes);
    return bytes.toString('latin1');
  };
  const record = [
    ' T?',
    number((bytes) => bytes.writeInt32LE(-7)).slice(0, 4),
    number((bytes) => bytes.writeDoubleLE(0.25)),
    number((bytes) => bytes.writeBigInt64LE(123_400n)),
    number((bytes) => {
      bytes.writeInt32LE(2_440_589);
      bytes.writeInt32LE(3_723_000, 4);
    }),
    '\0'.repeat(8),
  ].join('');
  const fields: DbaseField[] = [
    ...['a', 'b'].map((name): DbaseField => ({ name, type: 'L', length: 1 })),
    { name: 'c', type: 'I', length: 4 },
    ...['B', 'Y', 'T', 'T'].map((type): DbaseField => ({ name: type, type, length: 8 })),
  ];
  const [, , row] = (await markdownOf(makeDbase({ version: 0x30, fields, records: [record] }), DBASE)).split('\n');
  assert.equal(row, '| TRUE |  | -7 | 0.25 | 12.34 | 1970-01-02 01:02:03 |  |');
});

describe('text', () => {
  const shown = async (value: string | Buffer, language = 0): Promise<string | undefined> => {
    const text = typeof value === 'string' ? value : value.toString('latin1');
    const field = { ...NAME, length: text.length };
    return (await markdownOf(makeDbase({ fields: [field], records: [` ${text}`], language }), DBASE)).split('\n')[2];
  };

  test('is in the code page of the language', async () => {
    assert.equal(await shown('caf\x82 \x9d', 0x01), '| café ¥ |', 'DOS, United States');
    assert.equal(await shown('caf\x82 \x9d', 0x02), '| café Ø |', 'DOS, Europe');
    assert.equal(await shown('\x8f\xe0\xa8\xa2\xa5\xe2', 0x26), '| Привет |', 'DOS, Russia');
    assert.equal(await shown('caf\xe9', 0x03), '| café |', 'Windows');
  });

  test('is UTF-8, or in the code page that its letters suggest, without a language', async () => {
    assert.equal(await shown(Buffer.from('café')), '| café |');
    assert.equal(await shown('caf\xe9'), '| café |');
    assert.equal(await shown('\xcc\xee\xf1\xea\xe2\xe0 \xd0\xe5\xea\xe0'), '| Москва Река |');
  });
});

test('fields with values in another file are left out with a warning', async () => {
  const fields: DbaseField[] = [NAME, { name: 'NOTES', type: 'M', length: 10 }];
  const { markdown, warnings } = await parse(
    makeDbase({ version: 0x83, fields, records: [' Mill           12'] }),
    DBASE,
  );
  assert.equal(markdown, '| NAME |\n| --- |\n| Mill |\n');
  assert.deepEqual(warnings, [
    { code: 'fields_omitted', message: 'Fields with values outside the table omitted: NOTES.', page: null },
  ]);
});

test('a header that counts more records than there are is not believed; one without records is damaged', async () => {
  const table = makeDbase({ fields: [NAME], records: [' Mill  '] });
  table.writeUInt32LE(9_000_000, 4);
  assert.equal(await markdownOf(table, DBASE), '| NAME |\n| --- |\n| Mill |');
  table.writeUInt16LE(0, 10);
  await assertFails(parse(table, DBASE), 'corrupt');
  await assertFails(parse(makeDbase({ fields: [{ ...NAME, type: 'M' }], records: [] }), DBASE), 'empty');
});
