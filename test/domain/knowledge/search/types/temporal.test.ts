/** A date counts by where it is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { database, newDataset, put } from '../../../../support/knowledge/datasets.ts';
import { searching } from '../../../../support/knowledge/search.ts';

const find = await searching();
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
  const time = { from: DAY, to: DAY, order: null };
  const { results } = await find(id, { text: 'dunlin', type: 'TEMPORAL', time, onlyContext: true });
  assert.deepEqual(
    results.map(({ passage }) => passage.chunk),
    [ofText, ofHeading, ofDocument].map((chunk) => String(chunk.id)),
  );
});
