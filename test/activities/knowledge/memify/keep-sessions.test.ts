/** The step that makes documents of sessions, with a real object store. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { keepSessions, planSessions } from '../../../../activities/knowledge/memify/keep-sessions.ts';
import type { MemifyInput } from '../../../../activities/knowledge/types.ts';
import { readCounts } from '../../../../domain/jobs/counts.ts';
import { requestTurn } from '../../../../domain/knowledge/datasets/turns.ts';
import { keepExchange } from '../../../../domain/knowledge/search/sessions/exchanges.ts';
import { envelopeOf, stepOf } from '../../../support/knowledge/steps.ts';
import { JOB, OWNER, database, newDataset, put } from '../../../support/knowledge/datasets.ts';
import { keysIn, openStore } from '../../../support/store.ts';

const objects = openStore(`sessions-${randomBytes(4).toString('hex')}`);
await objects.ensureBucket();
after(() => objects.close());
const { db } = database;

async function ask(sessionId: string, question: string, chunks: readonly string[], owner = OWNER): Promise<void> {
  const citations = chunks.map((chunk, at) => ({ rank: at + 1, chunk, start: 0, end: 1, isQuoted: false }));
  await keepExchange(database, owner, sessionId, { question, searchType: 'CHUNKS', answer: null, citations });
}

/** Makes documents of all sessions that are due. What the job has counted so far. */
async function keepAll(input: MemifyInput<'session_persistence'>) {
  for (const rows of await planSessions({ database }, { ...input, after: '0' })) {
    const end = await keepSessions({ database, objects }, { ...input, rows }, stepOf(JOB));
    assert.ok(end.is_done);
  }
  const { sessions_added = 0, sessions_updated = 0 } = await readCounts(database, JOB);
  return { sessions_added, sessions_updated };
}

test('the sessions of the submitter that found something in the dataset become private documents, once', async () => {
  const id = await newDataset();
  await put(id, 'note', [['ada', 'engine']]);
  const { id: chunk } = await db.knowledgeChunk.findFirstOrThrow({ where: { datasetId: id } });
  await ask('found', 'Who built  the engine?', [String(chunk)]);
  await ask('found', 'When?', []);
  await ask('found nothing', 'Who built the loom?', []);
  await ask('of another', 'Who built the engine?', [String(chunk)], { ...OWNER, subject: 'ben' });
  const { generation } = await requestTurn(database, id, JOB);
  const input: MemifyInput<'session_persistence'> = {
    envelope: envelopeOf('knowledge.memify'),
    dataset_id: id,
    generation: String(generation),
    options: { sessions: null },
  };

  assert.deepEqual(await keepAll(input), { sessions_added: 1, sessions_updated: 0 });
  const kept = await db.knowledgeDocument.findFirstOrThrow({ where: { datasetId: id, label: 'found' } });
  const markdown = await text(await objects.getStream(kept.markdownKey, new AbortController().signal));
  assert.equal(markdown, '- Who built the engine?\n- When?');
  assert.partialDeepStrictEqual(kept, { ownerSubject: OWNER.subject, nodeSets: ['sessions'] });
  assert.partialDeepStrictEqual(kept.accessPolicy, { access_level: 'private' });

  assert.deepEqual(await keepAll(input), { sessions_added: 1, sessions_updated: 0 });
  await ask('found', 'Where?', []);
  assert.deepEqual(await keepAll(input), { sessions_added: 1, sessions_updated: 1 });
  assert.equal(await db.knowledgeDocument.count({ where: { datasetId: id, deletedAt: null } }), 2);
  assert.equal((await keysIn(objects, 'knowledge/')).length, 1, 'what was replaced is removed');
});
