/** Which tables a Markdown text has, as parse writes them and as people do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_COLUMNS, columnNames } from '../../../../engines/knowledge/records/table.ts';
import { tablesOf } from '../../../../engines/knowledge/records/tables.ts';
import { pipeTable } from '../../../../engines/parse/documents/markdown/tables.ts';
import { escapeInline } from '../../../../engines/parse/documents/markdown/escape.ts';
import { assertLinear } from '../../../support/linear.ts';
import { parse } from '../../../support/documents/parse.ts';

/** Columns and rows of the tables. */
function read(markdown: string) {
  return tablesOf(markdown).tables.map(({ name, columns, rows }) => ({
    name,
    columns,
    rows: rows.map(({ cells }) => cells),
  }));
}

async function parseJson(text: string): Promise<string> {
  return (await parse(Buffer.from(text), { mediaType: 'application/json' })).markdown;
}

test('cells are read as they were before parse wrote them', () => {
  const values = ['a | b', 'a \\| b', '\\', '*bold* _x_', '<b>', '&amp; &lt;', '`code|x`', 'snake_case', 'C:\\dir\\'];
  const markdown = pipeTable([values.map((_, index) => `c${index}`), values.map((value) => escapeInline(value))]);
  assert.deepEqual(read(markdown)[0]?.rows, [values]);
  assert.deepEqual(read(pipeTable([['a'], ['one\ntwo']]))[0]?.rows, [['one; two']], 'lines are values');
});

test('each row has its place', () => {
  const markdown = '# List\n\n| a | b |\n|---|---|\n| 1 | 2 |\n|  |  |\n| 3 | 4 |\n';
  const rows = tablesOf(markdown).tables.flatMap((table) => table.rows);
  assert.deepEqual(
    rows.map(({ start, end }) => markdown.slice(start, end)),
    ['| 1 | 2 |', '|  |  |', '| 3 | 4 |'],
  );
});

test('columns have different names, whatever the header says', () => {
  assert.deepEqual(columnNames(['', 'Name', 'name', 'Name:', 'Time: start', '# of x', ' ']), [
    'column 1',
    'Name',
    'name 2',
    'Name 3',
    'Time start',
    'of x',
    'column 7',
  ]);
  assert.deepEqual(columnNames(['a', 'a 2', 'a']), ['a', 'a 2', 'a 3']);
});

test('short rows are padded, and longer ones add columns', () => {
  const [table] = read('| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |');
  assert.deepEqual(table?.columns, ['a', 'b', 'column 3']);
  assert.deepEqual(table?.rows, [
    ['1', '', ''],
    ['1', '2', '3'],
  ]);
});

test('lines with bars are no table without a row of dashes', () => {
  assert.deepEqual(tablesOf('| a | b |\n| 1 | 2 |'), { tables: [], left: 1 });
  assert.deepEqual(tablesOf('| a | b |\n|---|---|'), { tables: [], left: 0 });
});

test('tables with merged cells and very wide ones are left', () => {
  const wide = pipeTable([Array.from({ length: MOST_COLUMNS + 1 }, (_, index) => `c${index}`), ['1']]);
  assert.deepEqual(tablesOf(`<table>\n<tr><td colspan="2">x</td></tr>\n</table>\n\n${wide}`), { tables: [], left: 2 });
});

test('JSON that is a list of objects is a table, nested or not', async () => {
  const flat = await parseJson('[{"id": 1, "name": "Ada"}, {"id": 2, "born": 1815}]');
  assert.deepEqual(read(flat), [
    {
      name: null,
      columns: ['id', 'name', 'born'],
      rows: [
        ['1', 'Ada', ''],
        ['2', '', '1815'],
      ],
    },
  ]);
  const fields = '"at": {"city": "Łódź", "geo": {"x": {"y": 1}}}, "tags": ["a", null, "b"], "l": [[1]], "tags": "c"';
  const [table] = read(await parseJson(`[{"id": 12345678901234567890, ${fields}}]`));
  assert.deepEqual(table?.columns, ['id', 'at.city', 'at.geo.x', 'tags', 'l']);
  assert.deepEqual(
    table?.rows[0]?.map((cell) => cell.replaceAll(' ', '')),
    ['12345678901234567890', 'Łódź', '{"y":1}', 'a;b;c', '[[1]]'],
  );
});

test('what JSON escapes and a database does not hold is left out', async () => {
  const [table] = read(await parseJson('[{"a\\u0000b": "x\\u0000y\\nz \\ud800", "l": [["deep"]]}]'));
  assert.deepEqual([table?.columns[0], table?.rows[0]?.[0]], ['ab', 'xy z \ufffd']);
});

test('lists of objects within an object are tables, its other members a table of one row', async () => {
  const markdown = await parseJson(
    '{"page": 1, "people": [{"name": "Ada"}], "mills": [{"name": "Eling"}, {"name": "Carew"}]}',
  );
  assert.deepEqual(
    read(markdown).map(({ name, rows }) => [name, rows.length]),
    [
      [null, 1],
      ['people', 1],
      ['mills', 2],
    ],
  );
});

test('lines of objects are a table, each in its place', async () => {
  const markdown = await parseJson('{"name": "Ada", "at": {"city": "Leeds"}}\n{"name": "Bob"}\n');
  const rows = tablesOf(markdown).tables.flatMap((table) => table.rows);
  assert.deepEqual(
    rows.map(({ start, end }) => markdown.slice(start, end)),
    ['{"name": "Ada", "at": {"city": "Leeds"}}', '{"name": "Bob"}'],
  );
});

test('other JSON and broken JSON have no table', async () => {
  for (const text of [
    '{"name": "Ada"}',
    '[1, 2]',
    '[]',
    '[{}]',
    '"x"',
    '[{"a": 1}, 2]',
    '[{"a": [',
    '{"a": [{"b": "',
  ]) {
    assert.deepEqual(read(await parseJson(text)), [], text);
  }
});

const HOSTILE: Readonly<Record<string, (repeats: number) => string>> = {
  'rows of a table': (repeats) => `| a | b |\n|---|---|\n${'| 1 | x |\n'.repeat(repeats * 8)}`,
  'bars of a row': (repeats) => `| a |\n|---|\n${'|'.repeat(repeats * 8)}`,
  backslashes: (repeats) => `| a |\n|---|\n| ${'\\'.repeat(repeats * 8)} |`,
  tables: (repeats) => '| a |\n|---|\n| 1 |\n\n'.repeat(repeats),
  headings: (repeats) => `${'# a\n'.repeat(repeats)}| a |\n|---|\n| 1 |`,
  brackets: (repeats) => `\`\`\`json\n${'['.repeat(repeats * 8)}\n\`\`\``,
  'quotation marks': (repeats) => `\`\`\`json\n${'"\\"'.repeat(repeats * 8)}\n\`\`\``,
  objects: (repeats) => `\`\`\`json\n[${'{"a":{"b":{"c":[1,2]}}},'.repeat(repeats)}{}]\n\`\`\``,
  'lists of a list': (repeats) => `\`\`\`json\n[{"a":[${'[1],'.repeat(repeats * 4)}1]}]\n\`\`\``,
  keys: (repeats) => `\`\`\`json\n[{${'"a":1,'.repeat(repeats * 4)}"b":1}]\n\`\`\``,
};

test('hostile tables are read in linear time', async () => {
  for (const [what, make] of Object.entries(HOSTILE)) await assertLinear(what, (repeats) => tablesOf(make(repeats)));
});
