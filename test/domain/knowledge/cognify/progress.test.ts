/** Which documents are cognified, and which wait for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chunkedHash,
  documentIsChunked,
  documentWaits,
  isChunked,
  skippedHash,
} from '../../../../domain/knowledge/cognify/progress.ts';
import { database, newDataset, pkOf, put } from '../../../support/knowledge/datasets.ts';

const { db } = database;

test('a document is chunked, waits, or is neither if it was skipped; an edit makes it wait', async () => {
  const datasetId = await newDataset();
  await put(datasetId, 'a', [['mill', 'stone']]);
  const id = await pkOf(datasetId, 'a');
  const stored = { contentHash: 'now', structured: false };
  const made = chunkedHash(stored, 'rules');
  const earlier = chunkedHash({ ...stored, contentHash: 'before' }, 'rules');
  const states = { new: null, chunked: made, edited: earlier, skipped: skippedHash(made), again: skippedHash(earlier) };
  const seen: unknown[] = [];
  for (const [state, hash] of Object.entries(states)) {
    await db.knowledgeDocument.update({ where: { id }, data: { contentHash: 'now', chunkedHash: hash } });
    const [row] = await db.$queryRaw<{ is_chunked: boolean; waits: boolean }[]>`
      SELECT ${documentIsChunked} AS is_chunked, ${documentWaits} AS waits FROM knowledge_document document
        WHERE id = ${id}`;
    seen.push([state, row?.is_chunked, row?.waits]);
    assert.equal(row?.is_chunked, isChunked({ contentHash: 'now', chunkedHash: hash }), state);
  }
  assert.deepEqual(seen, [
    ['new', false, true],
    ['chunked', true, false],
    ['edited', false, true],
    ['skipped', false, false],
    ['again', false, true],
  ]);
});
