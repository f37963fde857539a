/** Search by time over HTTP: by the dates of texts and documents, of what the caller may read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeDocumentList } from '../../api/knowledge/documents/documents.ts';
import type { SearchResponse } from '../../api/knowledge/search/schemas.ts';
import { verifyRows } from '../../domain/knowledge/verify/index.ts';
import { createDataset, runKnowledge } from '../support/knowledge-client.ts';
import { ownDatabase } from '../support/own-database.ts';
import { modelSettings, serveModel } from '../support/scripted-model.ts';
import { openSystem } from '../support/system.ts';

const [model, { url, database }] = await Promise.all([serveModel(), ownDatabase()]);
const system = openSystem({ ...modelSettings('vectors', model, { DIMENSIONS: '8' }), DATABASE_URL: url });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();

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
  const body = { query_text, dataset_keys: ['prices'], search_type: 'TEMPORAL', filters, ...more };
  return client.expect(200, 'POST', '/v1/knowledge/search', { body });
}

/** The label of the first passage, and its date as it is written. */
async function first(query_text: string, more: object = {}) {
  const { results } = await ask(query_text, more);
  const [result] = results;
  const span = result?.date?.span;
  return [result?.provenance?.label, span ? result.text.slice(span[0], span[1]) : (result?.date?.from ?? null)];
}

test('passages are found by the dates of their texts and of their documents', async () => {
  assert.deepEqual(await first('What was the price of elm before 2012?'), ['first', '3 May 2010']);
  assert.deepEqual(await first('What was the price of elm between 2014 and 2016?'), ['second', 'June 2015']);
  assert.deepEqual(await first('What is the latest price of elm?'), ['third', '2020-02-03']);
  assert.deepEqual(await first('What was the first price of elm?'), ['first', '3 May 2010']);
  assert.deepEqual(await first('What was the price of elm as of 2016?'), ['second', 'June 2015']);
  assert.deepEqual(await first('What was the price of elm?', { time: { from: '2015-06-30', to: '2015-07-01' } }), [
    'second',
    'June 2015',
  ]);
  assert.deepEqual(await first('What was the price of oak in 2011?'), ['told', 'Last year']);
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
  assert.deepEqual(await first('What was the price of oak in 2017?'), ['told', 'Last year']);
  const { items } = await client.expect<Static<typeof KnowledgeDocumentList>>(
    200,
    'GET',
    `/v1/knowledge/datasets/${dataset_id}/documents`,
  );
  const told = items.find(({ label }) => label === 'told');
  assert.deepEqual(told?.date, { from: '2018-02-03', to: '2018-02-03', source: 'metadata' });
  assert.deepEqual(await verifyRows(database.db, dataset_id), []);
});
