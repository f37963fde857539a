/** Add and Cognify as jobs: how inputs are batched, and what repeated requests leave behind. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { JobStatusDetail } from '../../../../api/jobs/schemas.ts';
import { openDatabase } from '../../../../platform/database/client.ts';
import {
  addTexts,
  createDataset,
  resultOf,
  runKnowledge,
  search,
  submitJob,
} from '../../../support/knowledge/client.ts';
import { derivedRows } from '../../../support/knowledge/derived-rows.ts';
import { setting } from '../../../support/service/infrastructure.ts';
import { modelSettings, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import { keysIn, openStore } from '../../../support/store.ts';
import { openSystem } from '../../../support/service/system.ts';
import { showHistory, temporalWorkflow } from '../../../support/service/temporal-cli.ts';

let isSilent = false;
/** What no text may hold; `''` is in all of them. */
let refused = 'unspeakable';
const model = await serveModel((call) => {
  if (isSilent) return { hang: null };
  return [call.body.input ?? []].flat().some((text) => text.includes(refused)) ? { status: 400 } : plainReply(call);
});
const bucket = `ingest-${randomBytes(4).toString('hex')}`;
const system = openSystem({
  ...modelSettings('vectors', model, { DIMENSIONS: '8', SILENCE_MS: '1000', CONTEXT_TOKENS: '512' }),
  S3_BUCKET: bucket,
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const store = openStore(bucket);
const database = openDatabase(setting('DATABASE_URL'));
after(async () => {
  store.close();
  await database.close();
});

const cognify = (body: object) => runKnowledge(client, 'cognify', body);
const submitCognify = (body: object) => submitJob(client, 'POST', 'cognify/jobs', body);
const textOf = (label: string, text: string) => ({ label, text });

interface History {
  readonly events: readonly {
    readonly activityTaskScheduledEventAttributes?: { readonly activityType: { readonly name: string } };
  }[];
}

/** How many steps of the name the job had. */
async function stepsOf(jobId: string, name: string): Promise<number> {
  const { events } = JSON.parse(await showHistory(system, jobId)) as History;
  return events.filter((event) => event.activityTaskScheduledEventAttributes?.activityType.name === name).length;
}

test('texts are added by the batch, each with its own outcome', async () => {
  await createDataset(client, 'batches');
  const texts = Array.from({ length: 120 }, (_, index) => textOf(`Note ${index}`, `Words of note ${index}.`));
  texts[7] = textOf('Note 7', ' \n');
  // The later of two texts with one label replaces the earlier.
  texts[9] = textOf('Note 8', 'Other words of note 8.');
  const added = await addTexts(client, 'batches', texts);
  assert.deepEqual(added.counts, { added: 118, updated: 1, unchanged: 0, failed: 1 });
  assert.deepEqual(
    [6, 7, 8, 9].map((index) => added.inputs[index]?.outcome),
    ['added', 'failed', 'added', 'updated'],
  );
  assert.equal(added.inputs[7]?.error?.code, 'empty');
  assert.equal(await stepsOf(added.job_id, 'addTexts'), 3);
  const again = await addTexts(client, 'batches', texts.slice(0, 5));
  assert.deepEqual(again.counts, { added: 0, updated: 0, unchanged: 5, failed: 0 });
});

test('a request under a key that another one has used stores nothing', async () => {
  const dataset_id = await createDataset(client, 'keys');
  const requestOf = (text: string) => ({
    headers: { 'Idempotency-Key': `key-${bucket}` },
    body: { dataset_id, inputs: [{ input_type: 'text', label: 'One', text }] },
  });
  const path = '/v1/knowledge/add/jobs';
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', path, requestOf('First words.'));
  const before = await keysIn(store, `jobs/${job_id}/inputs/`);
  assert.equal(before.length, 1);
  await client.expect(422, 'POST', path, requestOf('Other words.'));
  assert.deepEqual(await keysIn(store, `jobs/${job_id}/inputs/`), before);
  await client.waitFor(job_id, 'succeeded');
});

const NAMES = ['Ada Lovelace', 'Mary Somerville', 'Charles Babbage', 'Ada Byron', 'Luigi Menabrea'];
const LETTERS = NAMES.map((name, index) => {
  const sentences = Array.from({ length: 12 }, (_, day) => `On day ${day} ${name} met ${NAMES[(index + day) % 5]}.`);
  return textOf(name, sentences.join(' '));
});
const FINE = { chunking: { target_tokens: 40 } };

/** A dataset with the letters added. */
async function newLetters(key: string): Promise<string> {
  const dataset_id = await createDataset(client, key);
  await addTexts(client, key, LETTERS);
  return dataset_id;
}

function waitsFor(jobId: string, other: string) {
  const isSo = ({ waiting_on }: JobStatusDetail) =>
    waiting_on?.kind === 'dataset' && waiting_on.message.includes(other);
  return client.waitUntil(jobId, `waits for ${other}`, isSo);
}

test('of two Cognify jobs of a dataset the second waits for the first, and its rules are the last', async () => {
  const calm = await newLetters('calm');
  await cognify({ dataset_id: calm, ...FINE });

  const dataset_id = await newLetters('contested');
  isSilent = true;
  const first = await submitCognify({ dataset_id });
  await client.waitFor(first, 'running');
  const second = await submitCognify({ dataset_id, ...FINE });
  assert.equal((await waitsFor(second, first)).state, 'queued');
  isSilent = false;
  const results = [await resultOf(client, first), await resultOf(client, second)];
  assert.deepEqual(await derivedRows(database, dataset_id), await derivedRows(database, calm));
  const [coarse, fine] = results.map(({ counts }) => counts);
  assert.equal(coarse?.['chunks_added'], LETTERS.length * 1);
  assert.equal(fine?.['chunks_removed'], coarse?.['chunks_added']);
});

test('a job that ends before its time gives its turn to the next, and cannot go on after that', async () => {
  const dataset_id = await newLetters('abandoned');
  isSilent = true;
  const first = await submitCognify({ dataset_id });
  await client.waitFor(first, 'running');
  const second = await submitCognify({ dataset_id, ...FINE });
  // Turns are in the order in which jobs ask, which is not quite that of submissions.
  await waitsFor(second, first);
  const third = await submitCognify({ dataset_id, ...FINE });
  await waitsFor(third, first);
  await temporalWorkflow(system, 'terminate', '--workflow-id', first);
  await client.waitFor(second, 'running');
  await waitsFor(third, second);
  await client.send('POST', `/v1/jobs/${second}/cancel`);
  isSilent = false;
  const { counts } = await resultOf(client, third);
  assert.equal(counts['documents'], LETTERS.length);

  await client.expect(202, 'POST', `/v1/jobs/${first}/retry`);
  const { error } = await client.waitFor(first, 'failed');
  assert.equal(error?.code, 'superseded');
  assert.equal((await client.status(second)).state, 'cancelled');
});

test('everything is cut and embedded again when it is asked for, and counted', async () => {
  const dataset_id = await newLetters('again');
  const { counts: once } = await cognify({ dataset_id, ...FINE });
  const calls = model.calls.length;
  const { counts: twice } = await cognify({ dataset_id, ...FINE, incremental_loading: false });
  assert.ok(model.calls.length > calls);
  assert.deepEqual(twice, once);
  const { counts: idle } = await cognify({ dataset_id, ...FINE });
  assert.deepEqual([...new Set(Object.values(idle))], [0]);
});

test('a text that the model refuses costs its chunk the vector, and names its document', async () => {
  const dataset_id = await createDataset(client, 'refusals');
  const leaves = Array.from({ length: 20 }, (_, index) =>
    textOf(`Leaf ${index}`, index === 13 ? 'An unspeakable heron.' : `A leaf of tree ${index}.`),
  );
  const { inputs: added } = await addTexts(client, 'refusals', leaves);
  const { counts, refused: documents } = await cognify({ dataset_id });
  assert.equal(counts['chunks_added'], 20);
  assert.equal(counts['chunks_refused'], 1);
  assert.deepEqual(documents, [{ document_id: added[13]?.document_id, chunks: 1, facts: 0 }]);
  const [vectors] = await database.db.$queryRaw<unknown[]>`
    SELECT count(embedding)::int AS count FROM knowledge_vector WHERE dataset_id = ${dataset_id}`;
  assert.deepEqual(vectors, { count: 19 });
  const { results } = await search(client, 'refusals', 'heron', { search_type: 'CHUNKS_LEXICAL' });
  assert.equal(results[0]?.heading, 'Leaf 13');
  const { answer } = await search(client, 'refusals', 'Which heron is there?');
  assert.doesNotMatch(answer?.text ?? '', /heron/, 'a sentence that the model refuses is left out');
});

test('a model that refuses every text fails the job', async () => {
  const dataset_id = await createDataset(client, 'refused');
  await addTexts(client, 'refused', [textOf('One', 'First words.')]);
  refused = '';
  const jobId = await submitCognify({ dataset_id });
  const { error } = await client.waitFor(jobId, 'failed');
  refused = 'unspeakable';
  assert.equal(error?.code, 'model_refused');
});

test('no chunk is longer than what the model takes', async () => {
  const dataset_id = await createDataset(client, 'long');
  const line = Array.from({ length: 1500 }, (_, index) => `w${index}`).join(' ');
  const words = ['# Code', '```', line, '```', '| a | b |', '|---|---|', `| ${line} | ${line} |`].join('\n');
  await addTexts(client, 'long', [textOf('Long', words)]);
  for (const chunking of [{}, { target_tokens: 2000 }, { enabled: false }]) {
    await cognify({ dataset_id, chunking });
    const { _max } = await database.db.knowledgeChunk.aggregate({
      where: { datasetId: dataset_id },
      _max: { tokens: true },
    });
    assert.ok((_max.tokens ?? Infinity) <= 512, JSON.stringify(chunking));
  }
});
