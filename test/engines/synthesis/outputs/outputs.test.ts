import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { csvOf } from '../../../../engines/synthesis/outputs/csv.ts';
import { chatLine, jsonLine } from '../../../../engines/synthesis/outputs/jsonl.ts';
import { parquetOf } from '../../../../engines/synthesis/outputs/parquet.ts';
import { SheetSurvey, sheetRow } from '../../../../engines/synthesis/outputs/sheets.ts';

const question = (value: object) => ({
  value: { kind: 'single_hop', ...value },
  provenance: { source: 'contexts/0' },
  scores: null,
});
const ITEMS = [
  question({ question: 'Who keeps the gate?', answer: '=Ada', contexts: ['Ada keeps it.'] }),
  question({ question: 'Who keeps the mill?', answer: null, contexts: [] }),
];
const ROWS = Array.from({ length: 12_000 }, (_, id) => ({
  value: {
    table: 'things',
    row: { id, label: id % 3 === 0 ? null : `thing ${id}`, isOpen: id % 2 === 0, tags: ['a'] },
  },
  provenance: {},
}));

function surveyed(items: readonly Parameters<typeof sheetRow>[0][]) {
  const survey = new SheetSurvey();
  for (const item of items) survey.add(sheetRow(item));
  const [sheet] = survey.sheets;
  assert.ok(sheet);
  return sheet;
}

test('rows are the rows of their table, other items one sheet; what is no scalar is a JSON text', () => {
  assert.deepEqual(surveyed(ROWS).columns, [
    { name: 'id', type: 'number' },
    { name: 'label', type: 'string' },
    { name: 'isOpen', type: 'boolean' },
    { name: 'tags', type: 'string' },
  ]);
  const sheet = surveyed(ITEMS);
  assert.deepEqual([sheet.name, sheet.rows], ['items', 2]);
  assert.equal(sheetRow(ITEMS[0] ?? question({})).cells['contexts'], '["Ada keeps it."]');
});

test('a Parquet file of several row groups is read as it was written', async () => {
  const pieces = await gather(parquetOf(surveyed(ROWS), ROWS.map(sheetRow)));
  assert.ok(pieces.length > 2, 'it is written in parts');
  const file = new Uint8Array(Buffer.concat(pieces)).buffer;
  const read = await parquetReadObjects({ file });
  assert.equal(read.length, ROWS.length);
  assert.deepEqual(read[11_999], { id: 11_999, label: 'thing 11999', isOpen: false, tags: '["a"]' });
  assert.equal(read[3]?.['label'] ?? null, null);
});

test('a CSV file has the columns once, and no formula', async () => {
  const text = (await gather(csvOf(surveyed(ITEMS), ITEMS.map(sheetRow)))).join('');
  const [header, first] = text.split('\r\n');
  assert.equal(header, 'kind,question,answer,contexts,provenance');
  assert.ok(first?.startsWith(`single_hop,Who keeps the gate?,'=Ada,`), first);
});

test('a line has no separator that some readers take for its end', () => {
  const line = jsonLine(question({ question: 'a\u2028b\u2029c' }));
  assert.equal(line.split(/[\u2028\u2029]/).length, 1);
  assert.deepEqual(JSON.parse(line), {
    kind: 'single_hop',
    question: 'a\u2028b\u2029c',
    provenance: { source: 'contexts/0' },
  });
});

test('chats hold passages and answer; what is not answered is said, and rows are no chats', () => {
  const [first, second] = ITEMS.map((item): unknown => JSON.parse(chatLine(item) ?? ''));
  assert.deepEqual(first, {
    messages: [
      { role: 'user', content: 'Ada keeps it.\n\nWho keeps the gate?' },
      { role: 'assistant', content: '=Ada' },
    ],
  });
  assert.match(JSON.stringify(second), /The passages do not say/);
  assert.equal(chatLine({ value: { table: 'things', row: {} } }), null);
});

async function gather<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
