import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFails, markdownOf } from '../../../support/documents/parse.ts';

const CSV = { mediaType: 'text/csv' };
const convert = (csv: string | Uint8Array): Promise<string> => markdownOf(csv, CSV);

const TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |';

test('the delimiter is the one that most rows agree on', async () => {
  for (const delimiter of [',', ';', '\t', '|', ':']) {
    assert.equal(await convert(`a${delimiter}b\n1${delimiter}2\n`), TABLE);
  }
  assert.equal(await convert('a;b\n1,5;2,5\n'), '| a | b |\n| --- | --- |\n| 1,5 | 2,5 |');
  assert.equal(
    await convert('time,note\n10:30,x\n11:45,y\n'),
    '| time | note |\n| --- | --- |\n| 10:30 | x |\n| 11:45 | y |',
  );
});

test('of delimiters that fit alike, it is the one that leaves numbers, dates and times whole', async () => {
  const rows: readonly (readonly string[])[] = [
    ['02.01.2026', '1.234,56', '9.876,54'],
    ['03.01.2026', '-250,00', '9.626,54'],
  ];
  for (const delimiter of [';', '\t', '|']) {
    const cells = rows.map((row) => `| ${row.join(' | ')} |`);
    assert.equal(
      await convert(rows.map((row) => row.join(delimiter)).join('\n')),
      cells.toSpliced(1, 0, '| --- | --- | --- |').join('\n'),
    );
  }
  assert.match(await convert('12.5,0.25\n7.5,1.75\n'), /^\| 12\.5 \| 0\.25 \|$/m);
  assert.match(await convert('1;2,5\n2;7,5\n'), /^\| 1 \| 2,5 \|$/m);
});

test('a quote escaped by a backslash is part of its field where such quotes are followed by letters', async () => {
  const rows = 'id,text,n\n1,"She said \\"yes\\" and \\"no\\"",5\n2,"C:\\\\mill, \\"gate\\"",7\n';
  assert.match(await convert(rows), /\| 1 \| She said "yes" and "no" \| 5 \|\n\| 2 \| C:\\mill, "gate" \| 7 \|/);
  assert.match(await convert('a,b\n"C:\\mill\\",1\n'), /\| C:\\mill\\+ \| 1 \|/);
});

test('a title above the table does not decide its delimiter', async () => {
  assert.match(await convert('Mills, tides\na;b;c\n1;2;3\n4;5;6\n'), /\| 1 \| 2 \| 3 \|/);
});

test('a sep line sets the delimiter and is not a row', async () => {
  assert.equal(await convert('sep=;\r\na;b\r\n1;2\r\n'), TABLE);
  assert.equal(await convert('sep= \r\na  "b c"\r\n1 2 3\r\n'), '| a |  | b c |\n| --- | --- | --- |\n| 1 | 2 | 3 |');
});

test('tab-separated values are split only at tabs', async () => {
  assert.equal(
    await markdownOf('a,x\tb\n1\t2\n', { mediaType: 'text/tab-separated-values' }),
    '| a,x | b |\n| --- | --- |\n| 1 | 2 |',
  );
});

test('quoted fields may contain delimiters, quotes and line feeds', async () => {
  assert.equal(
    await convert('a,b\n"1, ""one""","two\r\nlines"\n'),
    '| a | b |\n| --- | --- |\n| 1, "one" | two<br>lines |',
  );
  assert.equal(await convert('a,b\n1, "2"x\n'), '| a | b |\n| --- | --- |\n| 1 | 2x |');
  assert.equal(await convert('a,b\n1,"2'), TABLE);
});

test('any line end is read; blank rows are dropped, short rows filled, empty fields kept', async () => {
  assert.equal(await convert('a,b\r1,2'), TABLE);
  assert.equal(await convert('\na,b\n\n1,2\n\n'), TABLE);
  assert.equal(await convert('a,b,c\n1\n,,\n'), '| a | b | c |\n| --- | --- | --- |\n| 1 |  |  |\n|  |  |  |');
});

test('pipes and markup in values stay text', async () => {
  assert.equal(await convert('a,b\nx|y,*z*\n'), '| a | b |\n| --- | --- |\n| x\\|y | \\*z\\* |');
});

test('encodings: byte order marks, UTF-16, windows-1252', async () => {
  const expected = '| \u00e9 | b |\n| --- | --- |\n| 1 | 2 |';
  assert.equal(await convert('\ufeff\u00e9,b\n1,2'), expected);
  assert.equal(await convert(Buffer.from('\ufeff\u00e9,b\n1,2', 'utf16le')), expected);
  assert.equal(await convert(Buffer.from('\u00e9,b\n1,2', 'latin1')), expected);
});

test('a table without values is reported as empty', async () => {
  await assertFails(convert(',,\n,,\n'), 'empty');
  await assertFails(convert('\n\n'), 'empty');
});

test('too many cells are refused', async () => {
  await assertFails(convert('a,'.repeat(2_000_001)), 'too_large');
  await assertFails(convert(`${'a,'.repeat(3000)}\n${'b\n'.repeat(1000)}`), 'too_large');
});
