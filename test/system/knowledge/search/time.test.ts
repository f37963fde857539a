/** Search by time over HTTP: by the dates of texts and documents, of what the caller may read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeConflictList } from '../../../../api/knowledge/graph/conflicts.ts';
import type { KnowledgeGraph } from '../../../../api/knowledge/graph/graph.ts';
import type { SearchResponse } from '../../../../api/knowledge/search/schemas.ts';
import { verifyRows } from '../../../../domain/knowledge/maintenance/verify/index.ts';
import { sharedDatabase } from '../../../support/servers/shared-database.ts';
import type { Client } from '../../../support/service/client.ts';
import { createDataset, documentLabelled, runKnowledge, search } from '../../../support/knowledge/client.ts';
import { sharedSystem } from '../../../support/service/system.ts';

const database = sharedDatabase();
const { api } = await sharedSystem();
const client = await api.client({ tenant: 'time', subject: 'ann' });

const dataset_id = await createDataset(client, 'prices');
const text = (label: string, content: string, more: object = {}) => ({
  input_type: 'text',
  label,
  text: content,
  node_set: [content.slice(2, 5)],
  ...more,
});
const add = (...inputs: readonly object[]) => runKnowledge(client, 'add', { dataset_id, inputs });
const cognify = () => runKnowledge(client, 'cognify', { dataset_id });
await add(
  text('first', '# Elm\n\nOn 3 May 2010 the price of elm was four pounds.'),
  text('second', '# Elm\n\nIn June 2015 the price of elm was five pounds.'),
  text('third', '# Elm\n\nThe price of elm is six pounds.', { metadata: { date: '2020-02-03' } }),
  text('told', '# Oak\n\nLast year the price of oak was nine pounds.', { metadata: { date: '2012-02-03' } }),
);
await cognify();

function ask(query_text: string, more: object = {}): Promise<SearchResponse> {
  // Its vectors tell nothing apart.
  const filters = { node_sets: [query_text.includes('oak') ? 'Oak' : 'Elm'] };
  return search(client, 'prices', query_text, { search_type: 'TEMPORAL', filters, ...more });
}

/** The date of the passage with this label, as it is written; the model's vectors say nothing of its rank. */
async function dateOf(label: string, query_text: string, more: object = {}): Promise<string | null> {
  const { results } = await ask(query_text, more);
  const result = results.find(({ provenance }) => provenance?.label === label);
  const span = result?.date?.span;
  return span ? (result?.text.slice(...span) ?? null) : (result?.date?.from ?? null);
}

test('passages are found by the dates of their texts and of their documents', async () => {
  assert.equal(await dateOf('first', 'What was the price of elm before 2012?'), '3 May 2010');
  assert.equal(await dateOf('second', 'What was the price of elm between 2014 and 2016?'), 'June 2015');
  assert.equal(await dateOf('third', 'What is the latest price of elm?'), '2020-02-03');
  assert.equal(await dateOf('first', 'What was the first price of elm?'), '3 May 2010');
  assert.equal(await dateOf('second', 'What was the price of elm as of 2016?'), 'June 2015');
  assert.equal(
    await dateOf('second', 'What was the price of elm?', { time: { from: '2015-06-30', to: '2015-07-01' } }),
    'June 2015',
  );
  assert.equal(await dateOf('told', 'What was the price of oak in 2011?'), 'Last year');
});

test('a search says what it understood of time, and that a question says nothing of it', async () => {
  const understood = await ask('What was the price of elm before 2012?');
  assert.deepEqual(understood.time, { from: null, to: '2011-12-31', order: null });
  const { time, warnings } = await ask('What was the price of elm?');
  assert.equal(time, null);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_time_in_question'],
  );
});

test('only searches by time have a time, which does not end before it begins', async () => {
  const send = (more: object) =>
    client.send('POST', '/v1/knowledge/search', {
      body: { query_text: 'price of elm', dataset_keys: ['prices'], search_type: 'TEMPORAL', ...more },
    });
  const time = { from: '2015-06-30', to: '2015-07-01' };
  assert.equal((await send({ time, search_type: 'CHUNKS' })).status, 422);
  assert.equal((await send({ time: { from: '2015-06-30', to: '2015-06-01' } })).status, 422);
  assert.equal((await send({ time: { from: '2015-06-31' } })).status, 422);
  assert.equal((await send({ time })).status, 200);
});

test('a document that gets another date has the dates told from it read again', async () => {
  await add(text('told', '# Oak\n\nLast year the price of oak was nine pounds.', { metadata: { date: '2018-02-03' } }));
  await cognify();
  assert.equal(await dateOf('told', 'What was the price of oak in 2017?'), 'Last year');
  const { date } = await documentLabelled(client, dataset_id, 'told');
  assert.deepEqual(date, { from: '2018-02-03', to: '2018-02-03', source: 'metadata' });
  assert.deepEqual(await verifyRows(database.db, dataset_id), []);
});

test('what passages state that cannot all hold is shown side by side, with sources, of what the caller may read', async () => {
  const dataset = await createDataset(client, 'offices');
  const { object_id } = await client.upload(
    Buffer.from('# Office\n\nEdwin King is the mayor of Sallow Quay.'),
    'private.md',
    { access_policy: { access_level: 'private' } },
  );
  await runKnowledge(client, 'add', {
    dataset_id: dataset,
    inputs: [
      { input_type: 'text', text: '# Hallam\n\nRuth Hallam was the mayor of Sallow Quay from 1998 to 2006.' },
      { input_type: 'text', text: '# Ostler\n\nPeter Ostler became mayor of Sallow Quay in May 2004.' },
      { input_type: 'text', text: '# Marsh\n\nColin Marsh was the mayor of Sallow Quay from 1980 to 1989.' },
      { input_type: 'object_id', object_id },
    ],
  });
  await runKnowledge(client, 'cognify', { dataset_id: dataset });
  const claims = async (who: Client, search_type: string) => {
    const question = 'Who was the mayor of Sallow Quay in 2005?';
    const { conflicts, results } = await search(who, 'offices', question, { search_type });
    const [conflict] = conflicts;
    for (const { evidence, date_span } of conflict?.claims ?? []) {
      const text = results.find(({ chunk_id }) => chunk_id === evidence.chunk_id)?.text ?? '';
      assert.match(text.slice(...evidence.span), /mayor of Sallow Quay/);
      if (date_span) assert.match(text.slice(...date_span), /^(?:1998 to 2006|1980 to 1989|May 2004)$/);
    }
    assert.equal(conflict?.relation, 'mayor of');
    return conflict.claims.map(({ subject, valid }) => [subject, valid.from, valid.to]);
  };
  const other = await api.client({ tenant: 'time', subject: 'ben' });
  const open = [
    ['peter ostler', '2004-05-01', null],
    ['ruth hallam', '1998-01-01', '2006-12-31'],
  ];
  for (const type of ['TEMPORAL', 'GRAPH_COMPLETION']) assert.deepEqual(await claims(other, type), open);
  const all = await claims(client, 'TEMPORAL');
  const subjects = ['colin marsh', 'edwin king', 'peter ostler', 'ruth hallam'];
  assert.deepEqual(new Set(all.map(([subject]) => subject)), new Set(subjects));
  const conflicts = async (who: Client) => {
    const path = `/v1/knowledge/datasets/${dataset}/graph/conflicts`;
    const { items, next_cursor } = await who.expect<Static<typeof KnowledgeConflictList>>(200, 'GET', path);
    assert.equal(next_cursor, null);
    return items.map(({ about, claims: stated }) => [about, stated.map(({ subject }) => subject)]);
  };
  assert.deepEqual(await conflicts(other), [['sallow quay', ['peter ostler', 'ruth hallam']]]);
  const [[about, stated] = []] = await conflicts(client);
  assert.deepEqual([about, new Set(stated)], ['sallow quay', new Set(subjects)]);
  const { links } = await other.expect<KnowledgeGraph>(200, 'GET', `/v1/knowledge/datasets/${dataset}/graph`);
  const dated = links.flatMap(({ evidence }) => evidence.map((one) => [one.valid_from, one.valid_to]));
  const from = (days: readonly (string | null)[]): string => days.join(' ');
  assert.deepEqual(
    dated.map(from).toSorted((one, two) => one.localeCompare(two)),
    ['1980-01-01 1989-12-31', '1998-01-01 2006-12-31', '2004-05-01 '],
  );
  assert.deepEqual(await verifyRows(database.db, dataset), []);
});
