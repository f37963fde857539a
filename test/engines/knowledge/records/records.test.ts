/** What the rows of tables become: names, types, chunks and facts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';
import { chunkRecords } from '../../../../engines/knowledge/records/chunk-records.ts';
import { typeOf } from '../../../../engines/knowledge/records/column-words.ts';
import { readRecord } from '../../../../engines/knowledge/records/read-record.ts';
import { surveyRecords } from '../../../../engines/knowledge/records/survey.ts';
import { pipeTable } from '../../../../engines/parse/documents/markdown/tables.ts';
import { assertLinear } from '../../../support/linear.ts';

const cut = (markdown: string, title: string | null = 'items', rules = {}) =>
  chunkRecords(markdown, title, { ...DEFAULT_CHUNK_RULES, ...rules }).chunks;

/** A table of rows that commas separate. */
const table = (...rows: readonly string[]): string => pipeTable(rows.map((row) => row.split(',')));

/** The names of the records of a table. */
const namesOf = (markdown: string, title?: string): string[] =>
  cut(markdown, title).map(({ record }) => record?.names.join(' = ') ?? '');

test('the type of a record is its table, in the singular', () => {
  const names = [
    'employees',
    'Purchase_Orders 2026',
    'companies',
    'Houses',
    'addresses',
    'boxes',
    'people',
    'Bus',
    'news',
  ];
  assert.deepEqual(names.map(typeOf), [
    'employee',
    'purchase order',
    'company',
    'house',
    'address',
    'box',
    'person',
    'bus',
    'new',
  ]);
  assert.deepEqual(['Sheet1', 'Tabelle 2', '2026', ''].map(typeOf), ['', '', '', '']);
});

test('rows are named by names, then by keys, then by what is different in each', () => {
  assert.deepEqual(namesOf(table('id,name', '1,Ada', '2,Bob')), ['Ada = Item 1', 'Bob = Item 2']);
  assert.deepEqual(namesOf(table('id,item', '1,Elm', '2,Oak')), ['Elm = Item 1', 'Oak = Item 2']);
  assert.deepEqual(namesOf(table('id,name', '1,Ada', '2,Ada')), ['Item 1', 'Item 2'], 'two have one name');
  assert.deepEqual(namesOf(table('id,name', '1,Ada', '2,')), ['Item 1', 'Item 2'], 'one has no name');
  assert.deepEqual(namesOf(table('first name,last name', 'Ada,Byron', 'Ada,King')), ['Ada Byron', 'Ada King']);
  assert.deepEqual(namesOf(table('code,city', 'E-1,Leeds', 'E-2,York')), ['E-1', 'E-2']);
  assert.deepEqual(namesOf(table('born,city', '1815,Leeds', '1816,York')), ['Leeds', 'York']);
  assert.deepEqual(namesOf(table('order,product', '1,Elm', '1,Oak')), ['Elm', 'Oak']);
  assert.deepEqual(namesOf(table('order,line', '1,1', '1,2')), ['Item 1 1', 'Item 1 2']);
  assert.deepEqual(namesOf(table('a,b', 'x,x', 'x,x')), ['x x', 'x x'], 'nothing tells them apart');
  assert.deepEqual(namesOf(table('id,name', '1,Item 1', '2,Elm')), ['Item 1', 'Elm = Item 2'], 'its name is its key');
  assert.deepEqual(namesOf(table('name,year', 'C,1972', '1984,1949')), ['Item C', 'Item 1984']);
});

test('a record is a chunk below its table and its name, with a line for each value', () => {
  const markdown =
    `# Mills\n\nOpening words.\n\n## Tide mills\n\n${table('name,built', 'Eling,1785', ' , ', 'Carew,')}\n\nA ` +
    `note.\n\n## Other\n`;
  assert.deepEqual(
    cut(markdown).map(({ path, text, record }) => [path.join(' › '), text, record?.type, record?.row]),
    [
      ['', '# Mills\n\nOpening words.', undefined, undefined],
      ['Mills › Tide mills › Eling', 'name: Eling\nbuilt: 1785', 'tide mill', 1],
      ['Mills › Tide mills › Carew', 'name: Carew', 'tide mill', 3],
      ['Mills › Tide mills', 'A note.', undefined, undefined],
    ],
  );
  for (const { start, end, text, record } of cut(markdown)) if (!record) assert.equal(markdown.slice(start, end), text);
});

test('a column "type" says more than the table what an entity is; keys are those of the table', () => {
  const texts = [
    'id: 5\nname: Ada\ntype: Barge',
    'id: 5\nname: Ada',
    `name: Ada\ntype: ${'long '.repeat(9)}`,
    'type: 7',
  ];
  const read = texts.map((text) =>
    readRecord({ name: 'Ada', type: 'ship', text, language: 'en' }, (name) => name === 'ship 5'),
  );
  assert.deepEqual(
    read.map(({ names }) => names[0]?.type),
    ['barge', 'ship', 'ship', 'ship'],
  );
  assert.deepEqual(
    read.map(({ aliases }) => aliases.map(({ alias, name, rule }) => `${alias} = ${name} by ${rule}`)[0]),
    ['ship 5 = ada by record_key', 'ship 5 = ada by record_key', undefined, undefined],
  );
  assert.equal(read[0]?.names.find(({ name }) => name === 'ship 5')?.type, 'barge', 'one entity has one type');
});

test('a record that is too long is several chunks of one name, and nothing is lost', () => {
  const words = Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' ');
  const chunks = cut(table('name,text', `Ada,${words}`), 'items', { limit_tokens: 300 });
  assert.ok(chunks.length > 5 && chunks.every(({ tokens }) => tokens <= 300));
  assert.deepEqual(new Set(chunks.map(({ path }) => path.join())), new Set(['items,Ada']));
  const kept = chunks.flatMap(({ text }) => text.split('\n')).map((line) => line.replace(/^(?:text|name): /, ''));
  assert.equal(kept.join(' '), `Ada ${words}`);
});

test('an edited row changes its own chunk alone', () => {
  const rows = Array.from({ length: 50 }, (_, index) => `${index},Name ${index},Leeds`);
  const before = cut(table('id,name,city', ...rows)).map(({ text }) => text);
  const after = cut(table('id,name,city', 'x,Name x,York', ...rows.with(7, '7,Name 7,York'))).map(({ text }) => text);
  assert.equal(after.filter((text) => !before.includes(text)).length, 2);
});

/** Facts of a record as "column → object". */
function factsOf(text: string, type: string, known: readonly string[] = []) {
  const { names, facts } = readRecord({ name: 'Ada', type, text, language: 'en' }, (name) => known.includes(name));
  return {
    names: names.map((name) => `${name.name}${name.type === null ? '' : `: ${name.type}`}`),
    facts: facts.map(({ predicate, object }) => `${predicate} → ${object}`),
    evidence: facts.map(({ start, end }) => text.slice(start, end)),
  };
}

test('values that are names state facts, each by its line', () => {
  const lines = [
    'name: Ada',
    'city: Leeds',
    'wood: Elm plank; Oak',
    'born: 1815',
    'paid: 30 EUR',
    'day: 5 May 2026',
    'live: Yes',
    'mail: Ada@x.org',
    'note: Bought a plank',
    'team: sales team',
    `about: She met Mary Somerville ${'in town '.repeat(9)}`,
  ];
  const { names, facts, evidence } = factsOf(lines.join('\n'), 'person', ['sales team']);
  assert.deepEqual(facts, ['city → leeds', 'wood → elm plank', 'wood → oak', 'team → sales team']);
  assert.deepEqual(evidence, [lines[1], lines[2], lines[2], lines[9]]);
  assert.ok(names.includes('mary somerville'), 'long values mention names');
  assert.ok(!names.some((name) => /^(?:city|note|about|she)/.test(name)), names.join());
  assert.equal(names[0], 'ada: person');
});

test('keys link records: by the column of another table, by its own, and by values that name records', () => {
  const known = ['customer 17', 'order 9', 'order 8', 'e 17', 'department 17'];
  const { facts, names } = factsOf(
    ['id: 9', 'customer_id: 17', 'customerId: 17', 'customer: 17', 'parent_id: 8', 'amount: 17', 'employee: E-17'].join(
      '\n',
    ),
    'order',
    known,
  );
  assert.deepEqual(facts, [
    'customer_id → customer 17',
    'customerId → customer 17',
    'customer → customer 17',
    'parent_id → order 8',
    'employee → e 17',
  ]);
  assert.ok(names.includes('order 9: order') && names.includes('customer 17'));
});

test('a survey says what the records are', () => {
  const markdown = `## Customers\n\n${table('id,name', '1,Ada', ' , ')}\n\n## Orders\n\n${table('order,line', '1,2')}`;
  assert.deepEqual(surveyRecords(markdown, null), {
    records: 2,
    count: 2,
    left: 0,
    tables: [
      { type: 'customer', records: 1, namedBy: ['name'] },
      { type: 'order', records: 1, namedBy: ['order'] },
    ],
  });
});

test('100,000 rows are records in linear time', async () => {
  const markdown = (rows: number): string =>
    '| id | name | city ' +
    `|\n|---|---|---|\n${Array.from({ length: rows }, (_, at) => `| ${at} | Name ${at} | Leeds |`).join('\n')}`;
  await assertLinear('rows', (repeats) => cut(markdown(repeats * 4), null, { max_chunks: 100_000 }).length);
  const { chunks, truncated } = chunkRecords(markdown(100_001), null, { ...DEFAULT_CHUNK_RULES, max_chunks: 100_000 });
  assert.deepEqual([chunks.length, truncated], [100_000, true]);
});

test('a record is read in linear time', async () => {
  await assertLinear('values', (repeats) =>
    readRecord({ name: 'Ada', type: 'x', text: `a: ${'Bob; '.repeat(repeats)}`, language: 'en' }, () => false),
  );
  await assertLinear('lines', (repeats) =>
    readRecord({ name: 'Ada', type: 'x', text: 'a: Bob\n'.repeat(repeats), language: 'en' }, () => true),
  );
});
