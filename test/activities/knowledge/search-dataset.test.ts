/**
 * A search as a step of a job: who may read, what the step pays, and what another attempt finds again. The models are
 * scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDataset } from '../../../activities/knowledge/search-dataset.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import { addUsage } from '../../../domain/jobs/usage.ts';
import type { Measure } from '../../../domain/jobs/usage.ts';
import { callSubject } from '../../../domain/knowledge/documents/chunk-calls.ts';
import { changeDataset } from '../../../domain/knowledge/datasets/datasets.ts';
import { removeChunks } from '../../../domain/knowledge/cognify/chunks.ts';
import { searchDatasets } from '../../../domain/knowledge/search/search.ts';
import { SEARCH_DEFAULTS } from '../../../domain/knowledge/search/query.ts';
import { Scales } from '../../../domain/models/scales.ts';
import { openModels } from '../../../domain/models/index.ts';
import { CALIBRATION_PAIRS } from '../../../engines/text/similarity.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { envelopeOf, stepOf } from '../../support/knowledge/steps.ts';
import { OWNER, database, newDataset, put } from '../../support/knowledge/datasets.ts';
import { embeddingsReply, modelSettings, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { until } from '../../support/until.ts';

const { db } = database;
const answered = { answered: true, sentences: [{ text: 'It stands in the pond.', passages: [1] }] };
const ANSWER = { text: JSON.stringify(answered) };

const measures = ({ input }: ModelCall['body']): boolean => input?.length === CALIBRATION_PAIRS.length;

/** Replies to the next chats. */
const chats: (() => Reply)[] = [];
/** The scale of the model can be measured when it is fulfilled. */
let mayMeasure: Promise<unknown> = Promise.resolve();
const server = await serveModel(({ body }) => {
  if (body.messages !== undefined) return (chats.shift() ?? (() => ANSWER))();
  return embeddingsReply([body.input ?? []].flat(), 3, measures(body) ? mayMeasure : undefined);
});
const models = openModels(
  readSettings({ ...modelSettings('test', server, { DIMENSIONS: '3' }), ...modelSettings('main', server) }, readModels),
  { database, secrets: { read: async () => [] }, network: { allow: ['127.0.0.1'], proxy: null } },
);
const { signal: never } = new AbortController();
const scales = new Scales(models, never);

const ENVELOPE = envelopeOf('knowledge.cognify');
const HERON = 'Heron heron stands in the pond.'.split(' ');
const OTTER = 'Otter otter stands in the reeds.'.split(' ');
const QUESTION = 'Where does the heron stand?';

async function newPond(): Promise<string> {
  const id = await newDataset();
  await put(id, 'pond', [HERON, OTTER]);
  return id;
}

interface Attempt {
  readonly job?: string;
  readonly envelope?: JobEnvelope;
  readonly question?: string;
  readonly signal?: AbortSignal;
  readonly scales?: Scales;
}

/** What an attempt of a step finds, and what it spends. */
async function search(datasetId: string, attempt: Attempt = {}) {
  const {
    job = `job of ${datasetId}`,
    envelope = ENVELOPE,
    question: text = QUESTION,
    signal,
    scales: its = scales,
  } = attempt;
  const { datasetKeys: _keys, timeoutMs: _ms, ...defaults } = SEARCH_DEFAULTS;
  const spent: Measure[] = [];
  const step = { ...stepOf(job, signal), spend: (measure: Measure) => void spent.push(measure) };
  const found = await searchDataset(
    { database, models, scales: its },
    envelope,
    { ...defaults, datasetId, text },
    step,
  );
  return { ...found, spent: addUsage(spent) };
}

const callsOf = (path: string) => server.calls.filter((call) => call.path === path);
const amountOf = (usage: readonly Measure[], model: string, of: string): number =>
  usage.find(({ source, unit }) => source === model && unit === of)?.amount ?? 0;
const keptCalls = () => db.modelCall.findMany();

test('a step pays for the question, the sentences and the answer, but not for the scale of the model', async () => {
  const id = await newPond();
  const [asked, embedded] = [callsOf('/chat/completions').length, callsOf('/embeddings').length];
  const { spent, answer, results } = await search(id, { scales: new Scales(models, never) });
  assert.equal(callsOf('/chat/completions').length, asked + 1);
  assert.equal(amountOf(spent, 'main', 'calls'), 1);
  assert.ok(amountOf(spent, 'main', 'input_tokens') > 0);
  const texts = callsOf('/embeddings')
    .slice(embedded)
    .flatMap(({ body }) => body.input ?? []);
  assert.equal(amountOf(spent, 'test', 'input_tokens'), texts.length - 2 * CALIBRATION_PAIRS.length);
  assert.equal(answer?.text, 'It stands in the pond. [1]');
  assert.equal(answer?.citations[0]?.chunk, results[0]?.passage.chunk);
  assert.equal(results[0]?.passage.body, HERON.join(' '));
});

test('another attempt finds the answer again at no cost; another job asks anew', async () => {
  const id = await newPond();
  const first = await search(id);
  const asked = callsOf('/chat/completions').length;
  const second = await search(id);
  assert.equal(callsOf('/chat/completions').length, asked);
  assert.equal(amountOf(second.spent, 'main', 'calls'), 0);
  assert.equal(second.answer?.text, first.answer?.text);
  const other = await search(id, { job: 'another' });
  assert.equal(amountOf(other.spent, 'main', 'calls'), 1);
});

test('the kept answer goes with any of the passages that the model was shown', async () => {
  const id = await newPond();
  await db.modelCall.deleteMany();
  const { results } = await search(id);
  const [kept] = await keptCalls();
  assert.deepEqual(kept?.about.toSorted(), results.map(({ passage }) => callSubject(passage)).toSorted());
  const last = results.at(-1)?.passage.chunk ?? '';
  await db.$transaction((statements) => removeChunks(statements, id, [BigInt(last)]));
  assert.deepEqual(await keptCalls(), []);
});

test('an answer is not kept if one of its passages was removed while the model wrote it', async () => {
  const id = await newPond();
  await db.modelCall.deleteMany();
  const { id: chunk } = await db.knowledgeChunk.findFirstOrThrow({ where: { datasetId: id } });
  chats.push(() => ({ ...ANSWER, after: db.$transaction((statements) => removeChunks(statements, id, [chunk])) }));
  assert.equal((await search(id)).answer?.method, 'model');
  assert.deepEqual(await keptCalls(), []);
});

test('a request keeps no answer', async () => {
  const { datasetKey } = await db.knowledgeDataset.findUniqueOrThrow({ where: { id: await newPond() } });
  await db.modelCall.deleteMany();
  const { answer } = await searchDatasets({ database, models, scales }, OWNER, {
    ...SEARCH_DEFAULTS,
    datasetKeys: [datasetKey],
    text: QUESTION,
    signal: never,
    spend: () => undefined,
    jobId: null,
  });
  assert.equal(answer?.method, 'model');
  assert.deepEqual(await keptCalls(), []);
});

test('a step finds what its submitter may read at that moment', async () => {
  const id = await newPond();
  const access_policy = { ...DEFAULT_ACCESS_POLICY, access_level: 'private' as const };
  await put(id, 'secret', [['Heron', 'heron', 'nests.']], { accessPolicy: access_policy });
  const ben = { ...ENVELOPE, subject: 'ben' };
  assert.equal((await search(id)).results.length, 3);
  assert.equal((await search(id, { envelope: ben })).results.length, 2);
  await changeDataset(database, OWNER, id, { access_policy }, 7);
  await assert.rejects(search(id, { envelope: ben }), { code: 'access_denied' });
  await assert.rejects(search(id, { envelope: { ...ENVELOPE, tenant_id: 't2' } }), { code: 'not_found' });
  await db.knowledgeDataset.update({ where: { id }, data: { deletedAt: new Date() } });
  await assert.rejects(search(id), { code: 'not_found' });
});

test('a question without words to search for is refused', async () => {
  await assert.rejects(search(await newPond(), { question: 'Who is it?' }), { code: 'question_refused' });
});

test('the step fails if the model is away, and its next attempt has the answer', async () => {
  const id = await newPond();
  chats.push(() => ({ status: 503 }));
  await assert.rejects(search(id), { code: 'model_unavailable' });
  chats.push(() => ({ status: 429, retryAfter: 7 }));
  await assert.rejects(search(id), { code: 'model_rate_limited', details: { model: 'main', retry_after_seconds: 7 } });
  assert.equal((await search(id)).answer?.method, 'model');
});

test('output of no use leaves the extractive answer, with the reason', async () => {
  const id = await newPond();
  chats.push(
    () => ({ text: 'It flew away.' }),
    () => ({ text: 'So it did.' }),
  );
  const { answer, spent } = await search(id);
  assert.deepEqual([answer?.method, answer?.failure?.code], ['extractive', 'model_output_invalid']);
  assert.match(answer?.text ?? '', /Heron heron stands in the pond\./);
  assert.equal(amountOf(spent, 'main', 'calls'), 2);
});

test('a cancelled step ends with the reason, although the model never answers', async () => {
  const id = await newPond();
  const cancelled = new AbortController();
  chats.push(() => {
    cancelled.abort(new Error('cancelled'));
    return { hang: null };
  });
  await assert.rejects(search(id, { signal: cancelled.signal }), { message: 'cancelled' });
});

test('a cancelled step does not end the measurement of the scale that another one waits for', async () => {
  const id = await newPond();
  const shared = new Scales(models, never);
  const cancelled = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  mayMeasure = promise;
  const before = callsOf('/embeddings').length;
  const first = search(id, { signal: cancelled.signal, scales: shared });
  const second = search(id, { scales: shared });
  const asked = () => callsOf('/embeddings').slice(before);
  await until('both questions are asked, and the measurement begins', async () => asked().length === 3 || undefined);
  const questions = asked().filter(({ body }) => !measures(body));
  await Promise.all(questions.map(({ closed }) => closed));
  cancelled.abort(new Error('cancelled'));
  await assert.rejects(first, { message: 'cancelled' });
  resolve();
  assert.equal((await second).answer?.method, 'model');
  assert.equal(asked().filter(({ body }) => measures(body)).length, 2);
});
