/** One person's ratings do not take the effect of others'. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDatasets } from '../../../../domain/knowledge/search/index.ts';
import { Scales } from '../../../../domain/knowledge/search/scales.ts';
import { openModels } from '../../../../domain/models/index.ts';
import { readSettings } from '../../../../platform/config.ts';
import { readModels } from '../../../../platform/config/models.ts';
import { OWNER, database, newDataset, put } from '../../../support/knowledge/datasets.ts';

const network = { allow: [], proxy: null };
const models = openModels(readSettings({}, readModels), {
  ...{ database, secrets: { read: async () => [] }, network },
});
const { signal } = new AbortController();
const scales = new Scales(models, signal);

test('a rating counts however many the same passage has of one other person for other questions', async () => {
  const { db } = database;
  const id = await newDataset();
  await put(id, 'pond', [['heron', 'reeds'], ['dunlin']]);
  const { datasetKey } = await db.knowledgeDataset.findUniqueOrThrow({ where: { id } });
  const { id: chunkId } = await db.knowledgeChunk.findFirstOrThrow({ where: { datasetId: id, ordinal: 0 } });
  const rate = (ownerSubject: string, question: string) =>
    db.knowledgeFeedback.create({
      data: { tenantId: OWNER.tenantId, ownerSubject, chunkId, rating: 1, question, questionSha256: question },
    });
  await rate('ann', 'heron');
  for (let at = 0; at < 100; at++) await rate('ben', `zebra ${at}`);
  const { passages } = await searchDatasets({ database, models, scales }, OWNER, {
    ...{ text: 'heron', type: 'CHUNKS_LEXICAL', datasetKeys: [datasetKey], take: 5, hops: 1, filters: {} },
    ...{ onlyContext: true, explains: true, timeoutMs: 60_000, signal, spend: () => undefined, jobId: null },
  });
  assert.deepEqual(
    passages.map(({ passage, hit }) => [passage.chunk, hit.ratings, hit.parts.feedback > 0]),
    [[String(chunkId), 1, true]],
  );
});
