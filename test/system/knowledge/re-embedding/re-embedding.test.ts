/** A dataset gets another embedding model: searches use the old one until all chunks have vectors of the new one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnowledgeDataset } from '../../../../api/knowledge/datasets/schemas.ts';
import { verifyRows } from '../../../../domain/knowledge/maintenance/verify/index.ts';
import { sharedDatabase } from '../../../support/servers/shared-database.ts';
import {
  addTexts,
  cognifiedTexts,
  resultOf,
  runKnowledge,
  search,
  submitJob,
} from '../../../support/knowledge/client.ts';
import { sendBallast } from '../../../support/service/ballast.ts';
import { embeddingsReply, serveModel } from '../../../support/servers/scripted-model.ts';
import { borrowSystem } from '../../../support/service/system.ts';
import { until } from '../../../support/until.ts';

/** How many more passages the new model embeds before it is unavailable. */
let capacity = Infinity;
const first = await serveModel();
const second = await serveModel(({ body }) => {
  const texts = [body.input ?? []].flat();
  if (!texts[0]?.startsWith('question') && (capacity -= texts.length) < 0) return { status: 503 };
  return embeddingsReply(texts, 16);
});
const database = sharedDatabase();
const { db } = database;
const system = await borrowSystem('embeddings', { first: first.url, second: second.url });
const { api } = system;
const client = await api.client();

const COUNT = 150;
const TEXTS = Array.from({ length: COUNT }, (_, at) => ({
  label: `life-${at}`,
  text: `Life ${at} of Ada Lovelace. She grew up in Burntisland.`,
}));

const cognified = (dataset_key: string): Promise<string> => cognifiedTexts(client, dataset_key, TEXTS);

/** Starts the change to the second model. */
const submitChange = (id: string): Promise<string> =>
  submitJob(client, 'POST', `datasets/${id}/embedding/jobs`, { model: 'second' });

async function modelOf(id: string): Promise<string> {
  return (await client.expect<KnowledgeDataset>(200, 'GET', `/v1/knowledge/datasets/${id}`)).embedding.model;
}

/** The models that a search asks for the vector of its question, which finds something. */
async function askedBy(dataset_key: string): Promise<string[]> {
  const before = [first.calls.length, second.calls.length];
  const { results } = await search(client, dataset_key, 'question of a life', { search_type: 'CHUNKS' });
  assert.ok(results.length > 0);
  const isQuestion = (call: (typeof first.calls)[number]) => [call.body.input].flat()[0]?.startsWith('question');
  const asked = (model: typeof first, from = 0) => model.calls.slice(from).some(isQuestion);
  return [...(asked(first, before[0]) ? ['first'] : []), ...(asked(second, before[1]) ? ['second'] : [])];
}

/** Of a change whose dataset has no vectors of facts. */
const NONE = { chunks_refused: 0, facts_embedded: 0, facts_refused: 0 };

const vectorsOf = (datasetId: string, model: string) => db.knowledgeVector.count({ where: { datasetId, model } });

test('all chunks are embedded by the new model, then searches use it, and the old vectors are removed', async () => {
  const id = await cognified('changed');
  const { counts } = await resultOf(client, await submitChange(id));
  assert.deepEqual(counts, { ...NONE, chunks_embedded: COUNT, vectors_removed: COUNT });
  assert.equal(await modelOf(id), 'second');
  assert.deepEqual(await askedBy('changed'), ['second']);
  assert.deepEqual(await verifyRows(db, id), []);
  const calls = second.calls.length;
  const idle = await runKnowledge(client, 'cognify', { dataset_id: id });
  assert.equal(idle.counts['documents'], 0);
  assert.deepEqual((await resultOf(client, await submitChange(id))).counts, {
    ...NONE,
    chunks_embedded: 0,
    vectors_removed: 0,
  });
  assert.equal(second.calls.length, calls);
});

test('a change that continues as new keeps the vectors that it has', async () => {
  const id = await cognified('continued');
  capacity = 100;
  const jobId = await submitChange(id);
  await until('a part has new vectors', async () => (await vectorsOf(id, 'second')) > 0 || undefined);
  const running = await client.status(jobId);
  await sendBallast(system, jobId);
  capacity = Infinity;
  const { counts } = await resultOf(client, jobId);
  assert.notEqual((await client.status(jobId)).workflow.run_id, running.workflow.run_id);
  assert.deepEqual(counts, { ...NONE, chunks_embedded: COUNT, vectors_removed: COUNT });
  assert.equal(await modelOf(id), 'second');
  assert.deepEqual(await verifyRows(db, id), []);
});

test('a change that is under way, or was cancelled while it was paused, leaves the dataset with its old model', async () => {
  const id = await cognified('cancelled');
  capacity = 100;
  const jobId = await submitChange(id);
  await until('a part has new vectors', async () => (await vectorsOf(id, 'second')) > 0 || undefined);
  assert.equal(await modelOf(id), 'first');
  assert.deepEqual(await askedBy('cancelled'), ['first']);
  await client.send('POST', `/v1/jobs/${jobId}/pause`);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  assert.equal(await modelOf(id), 'first');
  assert.equal(await vectorsOf(id, 'second'), 0);
  assert.deepEqual(await verifyRows(db, id), []);
});

test('documents that are cognified during a change are found by the new model after it', async () => {
  const id = await cognified('joined');
  capacity = 100;
  const change = await submitChange(id);
  await until('a part has new vectors', async () => (await vectorsOf(id, 'second')) > 0 || undefined);
  await addTexts(client, 'joined', [{ label: 'late', text: 'A late life.' }]);
  const cognify = await submitJob(client, 'POST', 'cognify/jobs', { dataset_id: id });
  capacity = Infinity;
  await client.waitFor(change, 'succeeded');
  await client.waitFor(cognify, 'succeeded');
  assert.equal(await vectorsOf(id, 'second'), COUNT + 1);
  assert.deepEqual(await verifyRows(db, id), []);
});

test('a model that is not configured is named in the answer', async () => {
  const id = await cognified('unknown');
  const body = { model: 'third' };
  const path = `/v1/knowledge/datasets/${id}/embedding/jobs`;
  assert.equal((await client.send('POST', path, { body })).status, 409);
});
