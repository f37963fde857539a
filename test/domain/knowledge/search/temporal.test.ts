/** A date counts by where it is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDatasets } from '../../../../domain/knowledge/search/index.ts';
import { Scales } from '../../../../domain/knowledge/search/scales.ts';
import { openModels } from '../../../../domain/models/index.ts';
import { readSettings } from '../../../../platform/config.ts';
import { readModels } from '../../../../platform/config/models.ts';
import { OWNER, database, newDataset, put } from '../../../support/knowledge/datasets.ts';
import { embeddingsReply, modelSettings, serveModel } from '../../../support/servers/scripted-model.ts';

const server = await serveModel(({ body }) => embeddingsReply([body.input ?? []].flat(), 3));
const models = openModels(readSettings(modelSettings('test', server, { DIMENSIONS: '3' }), readModels), {
  ...{ database, secrets: { read: async () => [] } },
  network: { allow: ['127.0.0.1'], proxy: null },
});
const { signal } = new AbortController();
const scales = new Scales(models, signal);
const { db } = database;

const DAY = 5;

test('of passages with the same date, that of a text comes before that of a heading, and that of a document last', async () => {
  const id = await newDataset();
  await put(id, 'pond', [
    ['bird0', 'dunlin'],
    ['bird1', 'dunlin'],
    ['bird2', 'dunlin'],
  ]);
  await db.knowledgeDocument.updateMany({ where: { datasetId: id }, data: { dateFrom: DAY, dateTo: DAY } });
  const [ofDocument, ofHeading, ofText] = await db.knowledgeChunk.findMany({
    where: { datasetId: id },
    orderBy: { ordinal: 'asc' },
  });
  assert.ok(ofDocument && ofHeading && ofText);
  const date = { start: 0, end: 1, fromDay: DAY, toDay: DAY };
  await db.knowledgeDate.createMany({
    data: [
      { chunkId: ofHeading.id, place: 'heading', ...date },
      { chunkId: ofText.id, place: 'text', ...date },
    ],
  });
  const { datasetKey } = await db.knowledgeDataset.findUniqueOrThrow({ where: { id } });
  const { passages } = await searchDatasets({ database, models, scales }, OWNER, {
    ...{ text: 'dunlin', type: 'TEMPORAL', datasetKeys: [datasetKey], take: 3, hops: 1, filters: {} },
    ...{ time: { from: DAY, to: DAY, order: null }, onlyContext: true, explains: false, timeoutMs: 60_000 },
    ...{ signal, spend: () => undefined, jobId: null },
  });
  assert.deepEqual(
    passages.map(({ passage }) => passage.chunk),
    [ofText, ofHeading, ofDocument].map((chunk) => String(chunk.id)),
  );
});
