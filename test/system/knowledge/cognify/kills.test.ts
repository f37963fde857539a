/**
 * A Cognify job whose workers, database and model server die again and again ends as one that nothing disturbs, and
 * repeats no committed work.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { DEFAULT_ACCESS_POLICY } from '../../../../domain/access/policy.ts';
import { keepDocuments } from '../../../../domain/knowledge/documents/documents.ts';
import { documentIdOf, newDocumentKey } from '../../../../domain/knowledge/datasets/keys.ts';
import { openDatabase } from '../../../../platform/database/client.ts';
import { createDataset, resultOf, runKnowledge, submitJob } from '../../../support/knowledge/client.ts';
import { derivedRows } from '../../../support/knowledge/derived-rows.ts';
import { openMortalPostgres } from '../../../support/servers/mortal-servers.ts';
import { startMortal } from '../../../support/service/mortal-workers.ts';
import { peopleNamed } from '../../../support/knowledge/people.ts';
import { modelSettings, plainReply, serveModel } from '../../../support/servers/scripted-model.ts';
import { openStore } from '../../../support/store.ts';
import { openSystem } from '../../../support/service/system.ts';
import { until } from '../../../support/until.ts';

/** Calls that the model still answers; it is silent after them. */
let patience = Infinity;
/** Calls that its server dies of before that. */
let deaths = 0;
const answered: string[] = [];
const model = await serveModel((call) => {
  if (--patience < 0 && deaths > 0) {
    deaths--;
    return { cut: '', by: 'destroy' };
  }
  if (patience < 0) return { hang: null };
  answered.push(...[call.body.input ?? []].flat());
  return plainReply(call);
});

const bucket = `kills-${randomBytes(4).toString('hex')}`;
const postgres = await openMortalPostgres();
const vectors = modelSettings('vectors', model, { DIMENSIONS: '8' });
const system = openSystem({ ...vectors, DATABASE_URL: postgres.url, S3_BUCKET: bucket });
const { api, ...mortal } = await startMortal(system, 'knowledge');
const client = await api.client();
const store = openStore(bucket);
const database = openDatabase(postgres.url);
const { db } = database;
after(async () => {
  store.close();
  await database.close();
});

const PEOPLE = peopleNamed(15, 20);
const TEXTS = PEOPLE.map((label, index) => {
  const student = PEOPLE[(7 * index + 1) % PEOPLE.length];
  return { label, text: `${label} learned in Lyon and taught ${student}, who wrote to Mary Somerville.` };
});

/** A dataset with all texts, as an Add job leaves them. */
async function filledDataset(dataset_key: string): Promise<string> {
  const datasetId = await createDataset(client, dataset_key);
  const documents = TEXTS.map(({ label, text }) => {
    const contentHash = createHash('sha256').update(text).digest('hex');
    const documentId = documentIdOf(datasetId, ['text', label]);
    const markdownKey = newDocumentKey(datasetId, documentId);
    return {
      tenantId: client.tenant,
      datasetId,
      documentId,
      ownerSubject: 'tester',
      inputType: 'text' as const,
      label,
      title: label,
      uri: null,
      objectId: null,
      sourceKey: null,
      nodeSets: [],
      metadata: {},
      pageSpans: [],
      accessPolicy: DEFAULT_ACCESS_POLICY,
      mediaType: 'text/markdown',
      language: 'en',
      contentHash,
      markdownKey,
      bytes: text.length,
      structured: false,
    };
  });
  await Promise.all(
    documents.map(({ markdownKey }, index) => {
      const { text = '' } = TEXTS[index] ?? {};
      return store.put(markdownKey, Buffer.from(text), 'text/markdown');
    }),
  );
  await db.$transaction((statements) => keepDocuments(statements, documents, { incremental: true }));
  return datasetId;
}

/** What the model is asked to embed of the committed chunks. */
async function committedTexts(datasetId: string): Promise<ReadonlySet<string>> {
  const chunks = await db.knowledgeChunk.findMany({ where: { datasetId }, select: { heading: true, body: true } });
  return new Set(chunks.map(({ heading, body }) => `${heading}\n${body}`));
}

/** How often the worker dies while texts are embedded; it dies once more while names are read. */
const LIVES = 9;
/** Calls that are answered in each life: 32 documents each. */
const PER_LIFE = 1;
/** The life in which the database dies as well, and those in which the model server does. */
const POSTGRES_DIES_IN = 4;
const MODEL_DIES_IN = [2, 6];

test('killed ten times, database and model server twice, it ends with the same rows and counts and repeats nothing', async () => {
  const calm = await filledDataset('calm');
  const expected = await runKnowledge(client, 'cognify', { dataset_id: calm });
  assert.equal(answered.length, TEXTS.length);

  const killed = await filledDataset('killed');
  answered.length = 0;
  const kept: { readonly calls: number; readonly texts: ReadonlySet<string> }[] = [];
  let { worker, others } = mortal;
  const kill = async (): Promise<void> => {
    await worker.kill();
    kept.push({ calls: model.calls.length, texts: await committedTexts(killed) });
  };

  patience = PER_LIFE;
  const jobId = await submitJob(client, 'POST', 'cognify/jobs', { dataset_id: killed });
  for (let life = 1; life <= LIVES; life++) {
    // Its last steps wait for the model when it dies; everything else that it was answered is committed.
    await until(`the model is silent in life ${life}`, async () =>
      patience < 0 && deaths === 0 && (await committedTexts(killed)).size === answered.length ? true : undefined,
    );
    if (life === POSTGRES_DIES_IN) await postgres.killAndRestart();
    await kill();
    patience = life < LIVES ? PER_LIFE : Infinity;
    deaths = MODEL_DIES_IN.includes(life + 1) ? 1 : 0;
    worker = await mortal.startWorker();
  }
  const repeatable = answered.length;
  assert.equal(new Set(answered).size, repeatable, 'no finished call is repeated');
  await until('names are read', async () =>
    (await db.knowledgeChunk.count({ where: { datasetId: killed, isRead: true } })) > 0 ? true : undefined,
  );
  await kill();
  await Promise.all([others.kill(), postgres.killAndRestart()]);
  [worker, others] = await Promise.all([mortal.startWorker(), mortal.startOthers()]);
  const { counts } = await resultOf(client, jobId);

  for (const { calls, texts } of kept) {
    const later = model.calls.slice(calls).flatMap(({ body }) => [body.input ?? []].flat());
    assert.deepEqual(
      later.filter((text) => texts.has(text)),
      [],
    );
  }
  assert.ok(
    kept.slice(0, LIVES).every(({ texts }, index) => texts.size > (kept[index - 1]?.texts.size ?? 0)),
    'each life commits',
  );
  assert.deepEqual(await derivedRows(database, killed), await derivedRows(database, calm));
  assert.deepEqual(counts, expected.counts);
});
