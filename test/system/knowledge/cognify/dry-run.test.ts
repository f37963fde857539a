/**
 * A dry run of Cognify: it estimates what a real run then does, writes nothing and calls no model. The models are
 * scripted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnowledgeJobResult } from '../../../../api/knowledge/jobs/schemas/result.ts';
import { estimateTokens } from '../../../../engines/text/tokens.ts';
import { sharedDatabase } from '../../../support/servers/shared-database.ts';
import { derivedRows } from '../../../support/knowledge/derived-rows.ts';
import { addTexts, createDataset, runKnowledge, submitJob } from '../../../support/knowledge/client.ts';
import { jsonReply, modelSettings, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import type { Reply } from '../../../support/servers/scripted-model.ts';
import { openSystem } from '../../../support/service/system.ts';

/** What the embedding model waits for. */
let embedding: Promise<unknown> | undefined;
const server = await serveModel((call): Reply => {
  if (call.body.messages !== undefined) return jsonReply({ entities: [], relations: [] });
  const reply = plainReply(call);
  return 'body' in reply && embedding ? { ...reply, after: embedding } : reply;
});
const PRICES = { INPUT_USD_PER_MILLION: '1', OUTPUT_USD_PER_MILLION: '10' };
const system = openSystem({
  ...modelSettings('vectors', server, { DIMENSIONS: '8', PASSAGE_PREFIX: 'passage: ' }),
  ...modelSettings('main', server, PRICES),
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const database = sharedDatabase();

const sentences = (subject: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${subject} wrote letter ${index} to a friend in the north.`).join(' ');
const TEXTS = [
  { label: 'Ada Lovelace', text: sentences('Ada', 60) },
  { label: 'Ben Becker', text: sentences('Ben', 30) },
  { label: 'Cleo Conrad', text: 'Cleo Conrad grew up in Turin.' },
];

interface DryRun extends KnowledgeJobResult {
  readonly estimate: NonNullable<KnowledgeJobResult['estimate']>;
}

/** Runs an estimate that calls no model and changes no row. */
async function estimate(datasetId: string, body: object = {}): Promise<DryRun> {
  const calls = server.calls.length;
  const rows = await rowsOf(datasetId);
  const result = await runKnowledge(client, 'cognify', { dataset_id: datasetId, dry_run: true, ...body });
  assert.equal(server.calls.length, calls);
  assert.deepEqual(await rowsOf(datasetId), rows);
  assert.ok(result.estimate);
  return { ...result, estimate: result.estimate };
}

/** All rows that Cognify writes, with the times of the documents. */
async function rowsOf(datasetId: string): Promise<unknown> {
  const { db } = database;
  const where = { datasetId };
  return {
    derived: await derivedRows(database, datasetId),
    documents: await db.knowledgeDocument.findMany({ where, orderBy: { id: 'asc' } }),
    chunks: await db.knowledgeChunk.findMany({ where, orderBy: { id: 'asc' }, select: { id: true, generation: true } }),
    turns: await db.knowledgeTurn.count({ where }),
  };
}

test('the estimate is what a real run then adds, and nothing is written or called before', async () => {
  const id = await createDataset(client, 'estimated');
  await addTexts(client, 'estimated', TEXTS);
  const first = await estimate(id);
  assert.deepEqual([first.dry_run, first.counts, first.extraction], [true, {}, null]);
  const { dry_run, usage, started_at } = await client.status(first.job_id);
  assert.deepEqual([dry_run, usage, started_at === null], [true, [], false]);
  assert.equal((await database.db.job.findUniqueOrThrow({ where: { id: first.job_id } })).dryRun, true);

  const calls = server.calls.length;
  const real = await runKnowledge(client, 'cognify', { dataset_id: id });
  assert.deepEqual([real.dry_run, real.estimate], [false, null]);
  assert.equal((await client.status(real.job_id)).dry_run, false);
  const { documents, chunks, embedding: vectors, extraction } = first.estimate;
  assert.deepEqual([documents, chunks], [real.counts['documents'], real.counts['chunks_added']]);
  assert.ok(chunks > TEXTS.length);
  assert.equal(extraction?.calls, real.extraction?.extracted);
  // What is embedded and what is asked, counted in the same way.
  const made = server.calls.slice(calls).map(({ body }) => body);
  const embedded = made.flatMap(({ input }) => [input ?? []].flat());
  const within = (share: number, value: number, expected: number): void => {
    assert.ok(Math.abs(value - expected) <= share * expected, `${value} is not ${expected}`);
  };
  const tokensOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  assert.deepEqual([vectors.model, vectors.usd], ['vectors', null]);
  within(0.02, vectors.tokens, tokensOf(embedded));
  assert.ok(extraction);
  const { model, graph_prompt_profile, input_tokens, output_tokens, usd } = extraction;
  assert.deepEqual([model, graph_prompt_profile], ['main', 'default']);
  const requests = made.flatMap(({ messages, response_format }) =>
    messages ? [messages.map(({ content }) => content).join(' ') + JSON.stringify(response_format)] : [],
  );
  within(0.2, input_tokens, tokensOf(requests));
  assert.equal(usd, (input_tokens + 10 * output_tokens) / 1e6);
});

test('what has not changed costs nothing, an edit costs its own chunks, and what is not incremental costs everything', async () => {
  const id = await createDataset(client, 'changes');
  await addTexts(client, 'changes', TEXTS);
  const { counts } = await runKnowledge(client, 'cognify', { dataset_id: id, extractor: 'rules' });
  const all = counts['chunks_added'];
  const unread = await estimate(id);
  assert.deepEqual([unread.estimate.documents, unread.estimate.chunks, unread.estimate.embedding.tokens], [0, 0, 0]);
  assert.equal(unread.estimate.extraction?.calls, all);
  await runKnowledge(client, 'cognify', { dataset_id: id });
  const idle = await estimate(id);
  assert.deepEqual([idle.estimate.chunks, idle.estimate.extraction?.calls], [0, 0]);
  assert.deepEqual([idle.estimate.extraction?.input_tokens, idle.estimate.extraction?.usd], [0, 0]);

  await addTexts(client, 'changes', [{ label: 'Ada Lovelace', text: `${TEXTS[0]?.text} Ada closed the last letter.` }]);
  const edited = await estimate(id);
  const { counts: added, extraction } = await runKnowledge(client, 'cognify', { dataset_id: id });
  assert.deepEqual(
    [edited.estimate.documents, edited.estimate.chunks, edited.estimate.extraction?.calls],
    [1, added['chunks_added'], extraction?.extracted],
  );
  assert.ok((added['chunks_kept'] ?? 0) > 0);

  const body = { incremental_loading: false };
  const everything = await estimate(id, body);
  const again = await runKnowledge(client, 'cognify', { dataset_id: id, ...body });
  assert.deepEqual(
    [everything.estimate.documents, everything.estimate.chunks, everything.estimate.extraction?.calls],
    [TEXTS.length, again.counts['chunks_added'], again.extraction?.extracted],
  );
  const rules = await estimate(id, { ...body, extractor: 'rules', chunking: { target_tokens: 64 } });
  assert.equal(rules.estimate.extraction, null);
  assert.ok(rules.estimate.chunks > everything.estimate.chunks);
});

test('limits of a job that calls no model are refused', async () => {
  const body = { dataset_key: 'changes', dry_run: true, max_cost_usd: 1, max_tokens: 10 };
  const { detail } = await client.expect<{ detail: readonly { loc: readonly string[]; type: string }[] }>(
    422,
    'POST',
    '/v1/knowledge/cognify/jobs',
    { body },
  );
  assert.deepEqual(
    detail.map(({ loc, type }) => [loc.join('.'), type]),
    [
      ['body.max_cost_usd', 'unused_member'],
      ['body.max_tokens', 'unused_member'],
    ],
  );
});

test('a dry run runs beside a job that has its turn', async () => {
  const id = await createDataset(client, 'beside');
  await addTexts(client, 'beside', TEXTS);
  let release = (): void => undefined;
  embedding = new Promise<void>((resolve) => (release = resolve));
  const jobId = await submitJob(client, 'POST', 'cognify/jobs', { dataset_id: id });
  await client.waitFor(jobId, 'running');
  const { estimate: beside } = await runKnowledge(client, 'cognify', { dataset_id: id, dry_run: true });
  assert.equal(beside?.documents, TEXTS.length);
  assert.equal((await client.status(jobId)).state, 'running');
  release();
  embedding = undefined;
  await client.waitFor(jobId, 'succeeded');
});
