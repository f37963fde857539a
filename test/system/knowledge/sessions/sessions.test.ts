/** Sessions over HTTP: they belong to who asks, and show of documents what that caller may read when they are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { SearchResponse } from '../../../../api/knowledge/search/schemas.ts';
import type { KnowledgeSessionDetail, KnowledgeSessionList } from '../../../../api/knowledge/sessions/sessions.ts';
import { removeOldSearchSessions } from '../../../../domain/knowledge/search/sessions/removal.ts';
import { sharedDatabase } from '../../../support/servers/shared-database.ts';
import { createDataset, documentsOf, runJob, runKnowledge, search } from '../../../support/knowledge/client.ts';
import type { Client } from '../../../support/service/client.ts';
import { sharedSystem } from '../../../support/service/system.ts';

const database = sharedDatabase();
const { api } = await sharedSystem();
const ann = await api.client({ tenant: 'sessions', subject: 'ann' });
const ben = await api.client({ tenant: 'sessions', subject: 'ben' });

/** Its board is in no text of another test: whole tables are searched for it. */
const TEXT = 'The grebe board approves travel expenses above 500 euros.';
const QUESTION = 'Who approves travel expenses?';
type Session = Static<typeof KnowledgeSessionDetail>;

/** A dataset of a stored object that says who approves expenses. */
async function newDataset(dataset_key: string): Promise<{ readonly dataset_id: string; readonly object_id: string }> {
  const dataset_id = await createDataset(ann, dataset_key);
  const { object_id } = await ann.upload(Buffer.from(`# Travel\n\n${TEXT}`), `${dataset_key}.md`);
  await runKnowledge(ann, 'add', { dataset_id, inputs: [{ input_type: 'object_id', object_id }] });
  await runKnowledge(ann, 'cognify', { dataset_id });
  return { dataset_id, object_id };
}

const ask = (client: Client, dataset_key: string, session_id: string, more: object = {}): Promise<SearchResponse> =>
  search(client, dataset_key, QUESTION, { session_id, ...more });

const pathOf = (session: string, query = ''): string => `/v1/knowledge/sessions/${session}${query}`;
const readSession = (client: Client, session: string, query = ''): Promise<Session> =>
  client.expect(200, 'GET', pathOf(session, query));

test('a session keeps questions and answers, for its owner alone, until it is deleted', async () => {
  await newDataset('kept');
  const { answer } = await ask(ann, 'kept', 'kept-1');
  await ask(ann, 'kept', 'kept-1', { search_type: 'CHUNKS' });
  await ask(ben, 'kept', 'kept-1', { query_text: 'What does Ben want to know?' });
  const session = await readSession(ann, 'kept-1');
  assert.equal(session.exchanges, 2);
  const [first, second] = session.items;
  assert.equal(first?.query_text, QUESTION);
  assert.equal(first.answer?.text, answer?.text);
  assert.equal(first.citations_lost, 0);
  assert.ok(first.citations.some(({ text }) => text === TEXT));
  assert.equal(second?.answer, null);
  assert.equal(second.citations[0]?.text, TEXT);

  const page = await readSession(ann, 'kept-1', '?limit=1');
  const next = await readSession(ann, 'kept-1', `?limit=1&cursor=${page.next_cursor}`);
  assert.deepEqual([page.items, next.items, next.next_cursor], [[first], [second], null]);
  const { items } = await ann.expect<Static<typeof KnowledgeSessionList>>(200, 'GET', '/v1/knowledge/sessions');
  assert.deepEqual(
    items.map(({ session_id, exchanges }) => [session_id, exchanges]),
    [['kept-1', 2]],
  );

  await ann.expect(204, 'DELETE', pathOf('kept-1'));
  assert.equal((await ann.send('GET', pathOf('kept-1'))).status, 404);
  assert.equal((await ann.send('DELETE', pathOf('kept-1'))).status, 404);
  assert.equal((await readSession(ben, 'kept-1')).items[0]?.query_text, 'What does Ben want to know?');
});

test('what its reader may no longer read is not shown, and shown again when it may be read', async () => {
  const { object_id } = await newDataset('locked');
  await ask(ben, 'locked', 'locked-1');
  const setPolicy = (access_level: string): Promise<unknown> =>
    ann.expect(200, 'PATCH', `/v1/storage/objects/${object_id}`, { body: { access_policy: { access_level } } });
  await setPolicy('private');
  const [locked] = (await readSession(ben, 'locked-1')).items;
  assert.deepEqual([locked?.citations, JSON.stringify(locked).includes('grebe')], [[], false]);
  assert.ok((locked?.citations_lost ?? 0) > 0);
  await setPolicy('tenant_shared');
  const [open] = (await readSession(ben, 'locked-1')).items;
  assert.ok(open?.citations.some(({ text }) => text === TEXT));
});

test('nothing of a document is left in a session when the document is removed', async () => {
  const { dataset_id } = await newDataset('removed');
  await ask(ann, 'removed', 'removed-1');
  const [document] = await documentsOf(ann, dataset_id);
  await runJob(ann, 'DELETE', `datasets/${dataset_id}/documents/${document?.document_id}`);
  const [exchange] = (await readSession(ann, 'removed-1')).items;
  assert.deepEqual([exchange?.query_text, exchange?.citations], [QUESTION, []]);
  for (const table of ['knowledge_session', 'knowledge_exchange', 'knowledge_citation']) {
    const rows = await database.db.$queryRawUnsafe(`SELECT ${table}::text AS row FROM ${table}`);
    assert.ok(!JSON.stringify(rows).includes('grebe board'), table);
  }
});

test('a session that was not used for long is swept', async () => {
  await newDataset('swept');
  await ask(ann, 'swept', 'old');
  await ask(ann, 'swept', 'new');
  await database.db
    .$executeRaw`UPDATE knowledge_session SET updated_at = now() - interval '3 days' WHERE session_id = 'old'`;
  assert.equal(await removeOldSearchSessions(database, 2, () => undefined), 1);
  assert.equal((await ann.send('GET', pathOf('old'))).status, 404);
  await readSession(ann, 'new');
});

test('a follow-up is resolved against the session of who asks, and what that caller may still read', async () => {
  const { object_id } = await newDataset('follow');
  const asked = { query_text: 'who approves expenses?', search_type: 'HYBRID' };
  await ask(ann, 'follow', 'follow-1', asked);
  await ask(ben, 'follow', 'follow-1', asked);
  const next = { query_text: 'What does it cost?', follow_up: true, search_type: 'HYBRID' };
  const resolved = await ask(ann, 'follow', 'follow-1', next);
  assert.deepEqual(
    [resolved.query_text, resolved.resolved_query_text, resolved.resolved_with],
    ['What does it cost?', 'What does it cost? (Travel)', ['Travel']],
  );
  assert.equal((await ask(ann, 'follow', 'follow-2', next)).resolved_query_text, null);
  const access_policy = { access_level: 'private' };
  await ann.expect(200, 'PATCH', `/v1/storage/objects/${object_id}`, { body: { access_policy } });
  const hidden = await ask(ben, 'follow', 'follow-1', next);
  assert.deepEqual(hidden.resolved_with, ['who approves expenses?']);
  const body = { query_text: QUESTION, follow_up: true };
  await ann.expect(422, 'POST', '/v1/knowledge/search', { body });
});
