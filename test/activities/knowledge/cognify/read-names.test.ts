/** The step that reads names, with real text processes. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { planReading, readNames } from '../../../../activities/knowledge/cognify/read-names.ts';
import { openTexts } from '../../../../activities/knowledge/processes/pool.ts';
import { readCounts } from '../../../../domain/jobs/counts.ts';
import { readSkips } from '../../../../domain/knowledge/cognify/skips.ts';
import { requestTurn } from '../../../../domain/knowledge/datasets/turns.ts';
import { JOB, database, newDataset, pkOf, put } from '../../../support/knowledge/datasets.ts';
import { envelopeOf, stepOf } from '../../../support/knowledge/steps.ts';

const texts = openTexts({ parse: { converters: 1 } }, { watchPool: () => undefined });
after(() => texts.close());
const { db } = database;

test('a chunk that exceeds what may be spent on a text is left without names, and its document is named', async () => {
  const id = await newDataset();
  for (let note = 0; note < 5; note++) await put(id, `note-${note}`, [[`Note${note}`, 'names', 'Elm', 'Quay']]);
  const documentPk = await pkOf(id, 'note-3');
  // Needs more memory than a text process has.
  await db.$executeRaw`UPDATE knowledge_chunk SET body = repeat('Elm Quay. ', 6000000)
    WHERE document_pk = ${documentPk}`;
  const { generation } = await requestTurn(database, id, JOB);
  const input = { envelope: envelopeOf('knowledge.cognify'), dataset_id: id, generation: String(generation) };
  for (const { first, last } of await planReading({ database }, { ...input, after: '0' })) {
    await readNames({ database, texts }, { ...input, rows: { first, last } }, stepOf(JOB));
  }
  const { chunks_read, chunks_unread } = await readCounts(database, JOB);
  assert.deepEqual({ chunks_read, chunks_unread }, { chunks_read: 4, chunks_unread: 1 });
  assert.deepEqual(await readSkips(database, JOB), [{ documentId: 'doc_note-3', code: 'too_large', unreadChunks: 1 }]);
  const named = await db.knowledgeMention.findMany({
    where: { entity: { datasetId: id, name: 'elm quay' } },
    select: { chunk: { select: { documentPk: true } } },
  });
  assert.equal(named.length, 4);
  assert.ok(!named.some(({ chunk }) => chunk.documentPk === documentPk));
  assert.deepEqual(await planReading({ database }, { ...input, after: '0' }), []);
});
