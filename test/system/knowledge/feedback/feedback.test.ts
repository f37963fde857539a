/** Why passages are found, and ratings of them, over HTTP. The model is scripted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeFeedbackCreated, KnowledgeFeedbackList } from '../../../../api/knowledge/feedback/schemas.ts';
import type { SearchResponse } from '../../../../api/knowledge/search/schemas.ts';
import type { Client } from '../../../support/service/client.ts';
import { addTexts, cognifiedTexts, createDataset, runKnowledge, search } from '../../../support/knowledge/client.ts';
import { modelSettings, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import type { Reply } from '../../../support/servers/scripted-model.ts';
import { sharedSystem } from '../../../support/service/system.ts';

let reranking: Reply | null = null;
const server = await serveModel((call) => (call.body.documents !== undefined && reranking) || plainReply(call));
const system = await sharedSystem();
const api = await system.startApi({
  ...modelSettings('vectors', server, { DIMENSIONS: '8' }),
  ...modelSettings('order', server, { KIND: 'rerank' }),
});
const ann = await api.client({ tenant: 'feedback', subject: 'ann' });
const ben = await api.client({ tenant: 'feedback', subject: 'ben' });
const zoe = await api.client({ tenant: 'elsewhere', subject: 'zoe' });

const QUESTION = 'Who approves travel expenses?';
const TEXTS = [
  { label: 'Board', text: 'The finance board approves travel expenses above 500 euros.' },
  { label: 'Head', text: 'The head of a team approves travel expenses below 500 euros.' },
  { label: 'Food', text: 'The kitchen cooks every day.' },
];
await cognifiedTexts(ann, 'policy', TEXTS);

const ask = (client: Client, more: object = {}): Promise<SearchResponse> =>
  search(client, 'policy', QUESTION, { include_why: true, search_type: 'HYBRID', ...more });
const rate = (client: Client, body: object): Promise<Static<typeof KnowledgeFeedbackCreated>> =>
  client.expect(201, 'POST', '/v1/knowledge/feedback', { body });
const ratings = (client: Client, query = ''): Promise<Static<typeof KnowledgeFeedbackList>> =>
  client.expect(200, 'GET', `/v1/knowledge/feedback${query}`);
const withoutTime = (found: SearchResponse) => ({ ...found, elapsed_ms: 0 });

test('a search says what its scores are made of, and counts what filters removed', async () => {
  const plain = await ask(ann, { include_why: false });
  assert.deepEqual([plain.why, plain.results[0]?.why], [null, null]);
  const { why, results } = await ask(ann);
  assert.deepEqual(why, { candidates: 3, filtered_out: 0 });
  for (const { score, why } of results) {
    assert.ok(why);
    const sum = Object.values(why.parts).reduce((total, part) => total + part, 0);
    assert.ok(Math.abs(sum - score) < 1e-9);
    assert.equal(why.ratings, 0);
  }
  assert.deepEqual(
    results.map(({ why }) => why?.ranks.first_hop),
    [1, 2, 3],
  );
  const document_ids = [results[0]?.provenance?.document_id];
  assert.deepEqual((await ask(ann, { filters: { document_ids } })).why, { candidates: 1, filtered_out: 2 });
  assert.equal((await ask(ann, { search_type: 'CHUNKS_LEXICAL' })).results[0]?.why?.ranks.similarity, null);
});

test('a rating weighs later searches of the tenant, and taking it back leaves no trace', async () => {
  const before = await ask(ben);
  const [first] = before.results;
  assert.ok(first && first.score > 0);
  const rated = { rating: 'up', query_text: QUESTION, chunk_ids: [first.chunk_id], comment: 'Just this.' };
  await rate(ann, { ...rated, rating: 'down', query_text: QUESTION.toUpperCase() });
  const { items } = await rate(ann, rated);
  assert.equal((await ratings(ann)).items.length, 1);
  const after = (await ask(ben)).results.find(({ chunk_id }) => chunk_id === first.chunk_id);
  assert.equal(after?.why?.ratings, 1);
  assert.ok(after.why.parts.feedback > 0 && after.score > first.score);

  assert.equal((await rate(ben, { ...rated, rating: 'down' })).items[0]?.is_own, true);
  const both = (await ask(ben)).results.find(({ chunk_id }) => chunk_id === first.chunk_id);
  assert.ok(both?.why?.ratings === 2 && Math.abs(both.why.parts.feedback) < 1e-9);
  const [, seen] = (await ratings(ben, '?owner=all')).items;
  assert.deepEqual([seen?.rated_by, seen?.query_text, seen?.comment, seen?.is_own], ['ann', null, null, false]);
  assert.deepEqual((await ratings(zoe, '?owner=all')).items, []);

  // Ann owns the dataset: she takes back Ben's rating too.
  await ben.expect(404, 'DELETE', `/v1/knowledge/feedback/${items[0]?.feedback_id}`);
  for (const { feedback_id } of (await ratings(ann, '?owner=all')).items) {
    await ann.expect(204, 'DELETE', `/v1/knowledge/feedback/${feedback_id}`);
  }
  assert.deepEqual(withoutTime(await ask(ben)), withoutTime(before));
});

test('an answer is rated by its question, and the ratings stay until the passage changes', async () => {
  const { exchange_id, results } = await ask(ann, { search_type: 'GRAPH_COMPLETION', session_id: 's-1' });
  const { items } = await rate(ann, { rating: 'down', session_id: 's-1', exchange_id });
  assert.ok(items.length > 0 && items.every(({ query_text }) => query_text === QUESTION));
  const rated = new Set(items.map(({ chunk_id }) => chunk_id));
  assert.ok(results.some(({ chunk_id }) => rated.has(chunk_id)));
  await runKnowledge(ann, 'cognify', { dataset_key: 'policy', incremental_loading: false });
  assert.equal((await ratings(ann)).items.length, items.length);
  await addTexts(
    ann,
    'policy',
    TEXTS.map(({ label, text }) => ({ label, text: `${text} It has changed.` })),
  );
  await runKnowledge(ann, 'cognify', { dataset_key: 'policy' });
  assert.deepEqual((await ratings(ann)).items, []);
});

test('nobody rates what he may not read, or sees ratings of it', async () => {
  await createDataset(ann, 'own', { access_policy: { access_level: 'private' } });
  await addTexts(ann, 'own', TEXTS.slice(0, 1));
  await runKnowledge(ann, 'cognify', { dataset_key: 'own' });
  const { results } = await ask(ann, { dataset_keys: ['own'] });
  const chunk_ids = results.map(({ chunk_id }) => chunk_id);
  const rated = { rating: 'up', query_text: QUESTION, chunk_ids };
  await rate(ann, rated);
  await ben.expect(404, 'POST', '/v1/knowledge/feedback', { body: rated });
  await zoe.expect(404, 'POST', '/v1/knowledge/feedback', { body: rated });
  assert.deepEqual((await ratings(ben, `?owner=all&chunk_id=${chunk_ids[0]}`)).items, []);
});

test('a request rates passages or an answer', async () => {
  for (const body of [
    { rating: 'up' },
    { rating: 'up', query_text: QUESTION },
    { rating: 'up', query_text: QUESTION, chunk_ids: ['1'], session_id: 's-1' },
    { rating: 'up', query_text: QUESTION, chunk_ids: ['1'], exchange_id: '1' },
  ]) {
    await ann.expect(422, 'POST', '/v1/knowledge/feedback', { body });
  }
  await ann.expect(404, 'POST', '/v1/knowledge/feedback', { body: { rating: 'up', session_id: 'none' } });
});

test('a reranking model orders the passages, and the order stays if it fails', async () => {
  const before = await ask(ann, { dataset_keys: ['policy'] });
  const order = ({ results }: SearchResponse): string[] => results.map(({ chunk_id }) => chunk_id);
  const scores = before.results.map((_result, index) => ({ index, relevance_score: index }));
  reranking = { body: { results: scores } };
  const reranked = await ask(ann, { rerank: true });
  assert.deepEqual(order(reranked), order(before).toReversed());
  assert.deepEqual(
    reranked.results.map(({ score }) => score),
    before.results.map(({ score }) => score),
  );
  assert.ok((reranked.results[0]?.why?.parts.rerank ?? 0) > 0);
  for (const failure of [{ status: 500 }, { hang: null }] as const) {
    reranking = failure;
    const found = await ask(ann, { rerank: true, timeout_seconds: 2 });
    assert.deepEqual([order(found), found.partial], [order(before), false]);
    assert.ok(found.warnings.some(({ code }) => code === 'not_reranked'));
  }
});
