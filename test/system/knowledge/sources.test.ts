/**
 * What a dataset keeps of a document, for those who may read it: its Markdown, its chunks, and a copy of its source if
 * the Add job asks for it.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { Static } from 'typebox';
import type { KnowledgeJobResult } from '../../../api/knowledge/jobs/schemas/result.ts';
import type { KnowledgeChunkList } from '../../../api/knowledge/documents/chunks.ts';
import type { KnowledgeDocumentUrl } from '../../../api/knowledge/documents/urls.ts';
import { verifyObjects } from '../../../domain/knowledge/maintenance/verify/index.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { setting } from '../../support/service/infrastructure.ts';
import type { Client } from '../../support/service/client.ts';
import { createDataset, documentsOf, runJob, runKnowledge } from '../../support/knowledge/client.ts';
import type { Document } from '../../support/knowledge/client.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { keysIn, openStore } from '../../support/store.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { completeObject, openUpload, putWhole } from '../../support/service/uploads.ts';

const database = openDatabase(setting('DATABASE_URL'));
const LOOM = articlePage('The Loom', 'The Jacquard loom was shown in Lyon in 1804 and used punched cards.');
const pages = await servePages({ 'loom.html': LOOM });
const { api } = await sharedSystem();
const tenant = `t-${randomBytes(6).toString('hex')}`;
const [ann, ben] = await Promise.all([api.client({ tenant, subject: 'ann' }), api.client({ tenant, subject: 'ben' })]);
const store = openStore(setting('S3_BUCKET'));
after(async () => {
  store.close();
  await database.close();
});

async function add(
  dataset_id: string,
  input: object,
  persist_source_copy = true,
): Promise<KnowledgeJobResult['inputs'][number]> {
  const body = { dataset_id, inputs: [input], options: { persist_source_copy } };
  const { inputs } = await runKnowledge(ann, 'add', body);
  return inputs[0] ?? assert.fail('the job has an input');
}

async function documentOf(datasetId: string, documentId: string | null): Promise<Document> {
  const documents = await documentsOf(ann, datasetId);
  return documents.find(({ document_id }) => document_id === documentId) ?? assert.fail(`there is no ${documentId}`);
}

/** The copy of the source of the document that an input became, with what it is delivered as. */
async function sourceOf(datasetId: string, { document_id }: { readonly document_id: string | null }, by: Client = ann) {
  const { source_link } = await documentOf(datasetId, document_id);
  const signed = await by.expect<KnowledgeDocumentUrl>(200, 'GET', source_link ?? assert.fail('no link'));
  const response = await fetch(signed.url);
  assert.equal(response.status, 200);
  return { ...signed, text: await response.text(), disposition: response.headers.get('content-disposition') };
}

const sourcesIn = async (id: string) =>
  (await keysIn(store, `knowledge/${id}/`)).filter((key) => key.endsWith('.source'));

async function newVersion(object_id: string, content: string): Promise<void> {
  const bytes = Buffer.from(content);
  const about = { filename: 'quay.md', content_type: 'text/markdown', size_bytes: bytes.byteLength, object_id };
  const session = await openUpload(ann, about);
  await putWhole(session, bytes);
  await completeObject(ann, session.upload_id);
}

test('a text is kept as it was given, and what replaces it replaces its copy', async () => {
  const id = await createDataset(ann, 'texts');
  const given = 'The quay\r\n\r\n\r\n\r\nwas dredged.   \r\n';
  const text = { input_type: 'text', label: 'quay', text: given };
  const first = await sourceOf(id, await add(id, text));
  assert.equal(first.text, given);
  assert.equal(first.filename, 'quay');

  // The same Markdown of other bytes: the copy is that of the last job.
  const again = await add(id, { ...text, text: given.replaceAll('\r', '') });
  assert.equal(again.outcome, 'unchanged');
  assert.equal((await sourceOf(id, again)).text, given.replaceAll('\r', ''));
  const edited = await add(id, { ...text, text: 'The quay was built.' });
  assert.equal(edited.outcome, 'updated');
  assert.equal((await sourceOf(id, edited)).text, 'The quay was built.');
  assert.equal((await sourcesIn(id)).length, 1);

  const path = (await documentOf(id, edited.document_id)).source_link ?? '';
  const without = await add(id, { ...text, text: 'The quay was built.' }, false);
  assert.equal((await documentOf(id, without.document_id)).source_link, null);
  assert.equal((await ann.send('GET', path)).status, 404);
  assert.deepEqual(await sourcesIn(id), []);
  assert.deepEqual(await verifyObjects(database, store, id), []);
});

test('of a stored object the version that was parsed is kept, for those who may read the object', async () => {
  const id = await createDataset(ann, 'objects');
  const content = '# Quay\n\nThe quay was dredged.';
  const { object_id } = await ann.upload(Buffer.from(content), 'quay.md');
  const parsed = await ann.submitOne(`service://objects/${object_id}`);
  await ann.waitFor(parsed, 'succeeded');
  await newVersion(object_id, '# Quay\n\nThe quay was built.');
  const { document_id } = (await ann.result(parsed)).document;
  const earlier = await add(id, { input_type: 'document_id', document_id });
  const kept = await sourceOf(id, earlier);
  assert.deepEqual([kept.text, kept.filename, kept.content_type], [content, 'quay.md', 'text/markdown']);
  assert.match(kept.disposition ?? '', /^attachment; filename="quay\.md"/);
  const present = await add(id, { input_type: 'object_id', object_id });
  assert.equal((await sourceOf(id, present)).text, '# Quay\n\nThe quay was built.');

  assert.equal((await sourceOf(id, present, ben)).text, '# Quay\n\nThe quay was built.');
  const { source_link } = await documentOf(id, present.document_id);
  await ann.expect(200, 'PATCH', `/v1/storage/objects/${object_id}`, {
    body: { access_policy: { access_level: 'private' } },
  });
  assert.equal((await ben.send('GET', source_link ?? '')).status, 404);
});

test('of a web page the fetched bytes are kept; a source that is no longer stored fails its input alone', async () => {
  const id = await createDataset(ann, 'pages');
  const page = { input_type: 'uri', uri: pages.url('loom.html') };
  const added = await add(id, page);
  assert.equal((await sourceOf(id, added)).text, LOOM);

  const parsed = await ann.submitOne(pages.url('loom.html'));
  await ann.waitFor(parsed, 'succeeded');
  const { document_id } = (await ann.result(parsed)).document;
  // What the sweep does to bytes that no job uses any more.
  await database.db.fetchedContent.deleteMany({ where: { tenantId: tenant } });
  const failed = await add(id, { input_type: 'document_id', document_id });
  assert.deepEqual([failed.outcome, failed.error?.code], ['failed', 'source_unavailable']);
  assert.equal((await add(id, { input_type: 'document_id', document_id }, false)).outcome, 'added');
  assert.equal((await sourceOf(id, added)).text, LOOM);

  await runJob(ann, 'DELETE', `datasets/${id}/documents/${added.document_id}`);
  assert.deepEqual(await sourcesIn(id), []);
  assert.deepEqual(await verifyObjects(database, store, id), []);
});

test('a document is read with its Markdown and its chunks, by those who may read it', async () => {
  const id = await createDataset(ann, 'read');
  const paragraphs = Array.from(
    { length: 30 },
    (_, at) => `Berth ${at} of the quay takes ships of ${at + 10} metres. `,
  );
  const content = paragraphs.map((text, at) => `## Berth ${at}\n\n${text.repeat(20)}`).join('\n\n');
  const { object_id } = await ann.upload(Buffer.from(content), 'berths.md');
  const { document_id } = await add(id, { input_type: 'object_id', object_id }, false);
  const path = `/v1/knowledge/datasets/${id}/documents/${document_id}`;
  assert.deepEqual(await ann.expect(200, 'GET', path), await documentOf(id, document_id));
  const none = await ann.expect<Static<typeof KnowledgeChunkList>>(200, 'GET', `${path}/chunks`);
  assert.deepEqual(none, { items: [], next_cursor: null });

  await runKnowledge(ann, 'cognify', { dataset_id: id });
  const signed = await ann.expect<KnowledgeDocumentUrl>(200, 'GET', `${path}/markdown-url`);
  assert.equal(signed.filename, 'berths.md');
  const markdown = await (await fetch(signed.url)).text();
  const chunks: Static<typeof KnowledgeChunkList>['items'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '?limit=7' : `?limit=7&cursor=${cursor}`;
    const page = await ben.expect<Static<typeof KnowledgeChunkList>>(200, 'GET', `${path}/chunks${query}`);
    chunks.push(...page.items);
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    chunks.map(({ ordinal }) => ordinal),
    Array.from({ length: chunks.length }, (_, ordinal) => ordinal),
  );
  assert.ok(chunks.length > 7);
  for (const { text, span } of chunks) assert.equal(markdown.slice(span[0], span[1]), text);

  await ann.expect(200, 'PATCH', `/v1/storage/objects/${object_id}`, {
    body: { access_policy: { access_level: 'private' } },
  });
  for (const end of ['', '/chunks', '/markdown-url']) {
    assert.equal((await ben.send('GET', `${path}${end}`)).status, 404, end);
    assert.equal((await ann.send('GET', `${path}${end}`)).status, 200, end);
  }
});
