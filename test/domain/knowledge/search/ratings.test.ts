/** One person's ratings do not take the effect of others'. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWNER, database, newDataset, put } from '../../../support/knowledge/datasets.ts';
import { searching } from '../../../support/knowledge/search.ts';

const find = await searching();

test('a rating counts however many the same passage has of one other person for other questions', async () => {
  const { db } = database;
  const id = await newDataset();
  await put(id, 'pond', [['heron', 'reeds'], ['dunlin']]);
  const { id: chunkId } = await db.knowledgeChunk.findFirstOrThrow({ where: { datasetId: id, ordinal: 0 } });
  const rate = (ownerSubject: string, question: string) =>
    db.knowledgeFeedback.create({
      data: { tenantId: OWNER.tenantId, ownerSubject, chunkId, rating: 1, question, questionSha256: question },
    });
  await rate('ann', 'heron');
  for (let at = 0; at < 100; at++) await rate('ben', `zebra ${at}`);
  const { results } = await find(id, { text: 'heron', type: 'CHUNKS_LEXICAL', explains: true });
  assert.deepEqual(
    results.map(({ passage: { chunk, hit } }) => [chunk, hit.ratings, hit.parts.feedback > 0]),
    [[String(chunkId), 1, true]],
  );
});
