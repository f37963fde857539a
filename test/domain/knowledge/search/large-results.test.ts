/** What a search shows is bounded, however long the texts are that it finds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDatasets } from '../../../../domain/knowledge/search/index.ts';
import { Scales } from '../../../../domain/knowledge/search/scales.ts';
import type { SearchType } from '../../../../domain/knowledge/search/types/index.ts';
import { openModels } from '../../../../domain/models/index.ts';
import { readSettings } from '../../../../platform/config.ts';
import { readModels } from '../../../../platform/config/models.ts';
import { OWNER, database, newDataset, put, readNames } from '../../../support/knowledge/datasets.ts';
import { embeddingsReply, modelSettings, serveModel } from '../../../support/servers/scripted-model.ts';

const server = await serveModel(({ body }) => embeddingsReply([body.input ?? []].flat(), 3));
const models = openModels(readSettings(modelSettings('test', server, { DIMENSIONS: '3' }), readModels), {
  ...{ database, secrets: { read: async () => [] } },
  network: { allow: ['127.0.0.1'], proxy: null },
});
const { signal } = new AbortController();
const scales = new Scales(models, signal);
const { db } = database;

/** A dataset of chunks that all have the word heron and end with that many spaces. */
async function datasetOf(chunks: number, spaces: number) {
  const id = await newDataset();
  const text = Array.from({ length: chunks }, (_, at) => [`bird${at}`, 'heron', `bird${(at + 1) % chunks}`]);
  await put(id, 'pond', text);
  await readNames(id);
  await db.$executeRaw`UPDATE knowledge_chunk SET body = body || repeat(' ', ${spaces}::int) WHERE dataset_id = ${id}`;
  await db.$executeRaw`INSERT INTO knowledge_fact_vector (fact_id, dataset_id, model, embedding)
    SELECT fact.id, fact.dataset_id, 'test', '[1,0,0]' FROM knowledge_fact fact WHERE fact.dataset_id = ${id}`;
  return db.knowledgeDataset.findUniqueOrThrow({ where: { id } });
}

async function found(type: SearchType, chunks: number, spaces: number) {
  const { datasetKey } = await datasetOf(chunks, spaces);
  return searchDatasets({ database, models, scales }, OWNER, {
    ...{ text: 'heron', type, datasetKeys: [datasetKey], take: 100, hops: 2, filters: {}, onlyContext: true },
    ...{ timeoutMs: 60_000, signal, spend: () => undefined, jobId: null },
  });
}

test('results beyond two million characters are left out, and a warning says so', async () => {
  const { passages, warnings } = await found('CHUNKS_LEXICAL', 6, 600_000);
  assert.equal(passages.length, 3);
  assert.ok(warnings.some(({ code }) => code === 'results_left_out'));
});

test('the best result is shown, whatever its length', async () => {
  const { passages } = await found('CHUNKS_LEXICAL', 2, 2_500_000);
  assert.equal(passages.length, 1);
});

test('nothing is left out of shorter results', async () => {
  const { passages, warnings } = await found('CHUNKS_LEXICAL', 60, 5_000);
  assert.equal(passages.length, 60);
  assert.ok(!warnings.some(({ code }) => code === 'results_left_out'));
});

test('facts cite only passages that are shown', async () => {
  const { passages, facts } = await found('TRIPLETS', 6, 600_000);
  const shown = new Set(passages.map(({ passage }) => passage.chunk));
  assert.equal(shown.size, 3);
  assert.equal(facts.length, 3);
  assert.ok(facts.every(({ evidence }) => evidence.length > 0 && evidence.every(({ chunk }) => shown.has(chunk))));
});
