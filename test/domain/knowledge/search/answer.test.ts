import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDatasets } from '../../../../domain/knowledge/search/index.ts';
import { Scales } from '../../../../domain/knowledge/search/scales.ts';
import { openModels } from '../../../../domain/models/index.ts';
import { readSettings } from '../../../../platform/config.ts';
import { readModels } from '../../../../platform/config/models.ts';
import { OWNER, database, newDataset, put } from '../../../support/knowledge/datasets.ts';
import { embeddingsReply, modelSettings, serveModel } from '../../../support/servers/scripted-model.ts';

/** What no text may hold. */
const REFUSED = 'unspeakable';
const server = await serveModel(({ body }) => {
  const texts = [body.input ?? []].flat();
  return texts.some((text) => text.includes(REFUSED)) ? { status: 422 } : embeddingsReply(texts, 3);
});
const models = openModels(readSettings(modelSettings('test', server, { DIMENSIONS: '3' }), readModels), {
  ...{ database, secrets: { read: async () => [] } },
  network: { allow: ['127.0.0.1'], proxy: null },
});
const { signal } = new AbortController();
const scales = new Scales(models, signal);

async function answerOf(text: readonly string[]) {
  const id = await newDataset();
  await put(id, 'pond', [text]);
  const { db } = database;
  const { datasetKey } = await db.knowledgeDataset.findUniqueOrThrow({ where: { id } });
  return searchDatasets({ database, models, scales }, OWNER, {
    ...{ text: 'Where does the heron stand?', type: 'GRAPH_COMPLETION', datasetKeys: [datasetKey], take: 5, hops: 2 },
    ...{ filters: {}, onlyContext: false, timeoutMs: 60_000, signal, spend: () => undefined, jobId: null },
  });
}

test('a sentence that the embedding model refuses is left out of the answer', async () => {
  const words = `Heron heron stands in the pond. The ${REFUSED} heron stands in the reeds.`.split(' ');
  const { passages, answer } = await answerOf(words);
  assert.equal(passages.length, 1);
  assert.deepEqual(
    answer?.sentences.map(({ text }) => text),
    ['Heron heron stands in the pond.'],
  );
});

test('passages whose sentences are all refused are found without an answer', async () => {
  const { passages, answer } = await answerOf(['Heron', REFUSED, 'heron.']);
  assert.deepEqual([passages.length, answer], [1, null]);
});
