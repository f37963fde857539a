import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import type { Client } from '../../support/service/client.ts';
import { listRuns } from '../../support/service/temporal-cli.ts';
import { openSystem } from '../../support/service/system.ts';
import { completeObject, download, openUpload, putWhole } from '../../support/service/uploads.ts';
import type { Problem } from '../../support/service/uploads.ts';

// Without a worker: a job stays unfinished.
const system = openSystem();
const api = await system.startApi();

const text = (words: string): Buffer => Buffer.from(words);

interface Page {
  readonly items: readonly StorageObject[];
  readonly next_cursor: string | null;
}

async function list(client: Client, query = ''): Promise<Page> {
  const answer = await client.send<Page>('GET', `/v1/storage/objects${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const names = ({ items }: Page): string[] => items.map(({ filename }) => filename);

/** Stores a file through a session, with the metadata of the request. */
async function store(client: Client, filename: string, attributes: Readonly<Record<string, unknown>> = {}) {
  const session = await openUpload(client, { filename, ...attributes });
  await putWhole(session, text(`# ${filename}`));
  return completeObject(client, session.upload_id);
}

test('objects of one tenant are listed newest first, page by page, each once', async () => {
  const client = await api.client();
  const stored: string[] = [];
  for (let i = 0; i < 5; i++) stored.unshift((await store(client, `${i}.md`)).object_id);
  const listed: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(client, `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    assert.ok(page.items.length <= 2);
    listed.push(...page.items.map(({ object_id }) => object_id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(listed, stored);
  assert.deepEqual(await list(await api.client()), { items: [], next_cursor: null });
  const strange = await client.send('GET', '/v1/storage/objects?cursor=bm9uc2Vuc2U');
  assert.equal(strange.status, 422);
});

test('each filter selects the matching objects', async () => {
  const client = await api.client();
  await store(client, 'Report_2025.md', { tags: ['quarterly', 'draft'] });
  const middle = await store(client, 'Report-2026.csv', { tags: ['quarterly'] });
  await client.upload(text('plain words'), 'ReportX2025.txt');
  assert.deepEqual(names(await list(client, '?tag=quarterly')), ['Report-2026.csv', 'Report_2025.md']);
  assert.deepEqual(names(await list(client, '?filename=report_')), ['Report_2025.md']);
  assert.deepEqual(names(await list(client, '?content_type=text/markdown')), ['Report_2025.md']);
  assert.deepEqual(names(await list(client, `?created_after=${middle.created_at}`)), [
    'ReportX2025.txt',
    'Report-2026.csv',
  ]);
  assert.deepEqual(names(await list(client, `?created_before=${middle.created_at}`)), ['Report_2025.md']);
  assert.deepEqual(names(await list(client, '?tag=quarterly&filename=2026')), ['Report-2026.csv']);
  assert.deepEqual(names(await list(client, '?tag=none')), []);
});

test('a list shows what a single read allows', async () => {
  const owner = await api.client({ subject: 'owner' });
  const colleague = await api.client({ tenant: owner.tenant, subject: 'colleague' });
  await store(owner, 'private.md', { access_policy: { access_level: 'private' } });
  await store(owner, 'research.md', { access_policy: { purpose_tags: ['research'] } });
  await store(owner, 'shared.md');
  assert.deepEqual(names(await list(owner)), ['shared.md', 'research.md', 'private.md']);
  assert.deepEqual(names(await list(colleague)), ['shared.md']);
  const headers = { 'X-Access-Purpose': 'research' };
  const { body } = await colleague.send<Page>('GET', '/v1/storage/objects', { headers });
  assert.deepEqual(names(body), ['shared.md', 'research.md']);
});

test('an update replaces the members that it names, and nothing else', async () => {
  const client = await api.client();
  const before = await store(client, 'notes.md', { metadata: { a: 1, b: 2 }, tags: ['x'] });
  const path = `/v1/storage/objects/${before.object_id}`;
  const change = { filename: 'a/../renamed.md', metadata: { b: 3 }, retention_class: 'temporary' };
  const { body: after } = await client.send<StorageObject>('PATCH', path, { body: change });
  assert.deepEqual([after.filename, after.metadata, after.tags], ['renamed.md', { b: 3 }, ['x']]);
  assert.deepEqual([after.sha256, after.version, after.created_at], [before.sha256, 1, before.created_at]);
  assert.ok(Date.parse(after.expires_at ?? '') > Date.now());
  assert.ok(after.updated_at > before.updated_at);
  assert.deepEqual((await client.send('GET', path)).body, after);

  const kept = await client.send<StorageObject>('PATCH', path, { body: { retention_class: 'standard', tags: [] } });
  assert.deepEqual([kept.body.expires_at, kept.body.tags], [null, []]);
  for (const body of [{}, { owner: 'me' }, { tags: 'x' }]) {
    assert.equal((await client.send('PATCH', path, { body })).status, 422);
  }
});

test('a caller who cannot read an object cannot update or delete it, or add a version', async () => {
  const owner = await api.client({ subject: 'owner' });
  const { object_id } = await store(owner, 'private.md', { access_policy: { access_level: 'private' } });
  const path = `/v1/storage/objects/${object_id}`;
  const callers = [
    { client: await api.client({ tenant: owner.tenant, subject: 'colleague' }), status: 403 },
    { client: await api.client({ subject: 'owner' }), status: 404 },
  ];
  for (const { client, status } of callers) {
    assert.equal((await client.send('PATCH', path, { body: { tags: ['mine'] } })).status, status);
    assert.equal((await client.send('DELETE', `${path}?force=true`)).status, status);
    assert.equal((await client.send('GET', `${path}/versions`)).status, status);
    const version = await client.send('POST', '/v1/storage/uploads', { body: { filename: 'a.md', object_id } });
    assert.equal(version.status, status);
  }
  assert.equal((await download(owner, object_id)).toString(), '# private.md');
});

test('an object that an unfinished job reads is deleted only with force', async () => {
  const client = await api.client();
  const used = await store(client, 'used.md');
  const free = await store(client, 'free.md');
  // No worker runs, so that the job stays.
  const jobId = await client.submitOne(used.locator);
  await listRuns(system, client.tenant, 1);
  const path = `/v1/storage/objects/${used.object_id}`;
  const refused = await client.send<Problem>('DELETE', path);
  assert.deepEqual([refused.status, refused.body.code, refused.body.job_ids], [409, 'object_in_use', [jobId]]);
  assert.equal((await client.send('DELETE', `/v1/storage/objects/${free.object_id}`)).status, 204);
  const { url } = (await client.send<{ url: string }>('GET', `${path}/download-url`)).body;
  assert.equal((await client.send('DELETE', `${path}?force=true`)).status, 204);
  assert.equal((await client.send('DELETE', path)).status, 404);
  assert.equal((await fetch(url)).status, 404);
  assert.deepEqual(names(await list(client)), []);
});

test('a download is shown in the browser only when nothing in it can run', async () => {
  const client = await api.client();
  const files = [
    {
      filename: 'page.html',
      bytes: text('<!doctype html><title>x</title><script>alert(1)</script>'),
      disposition: 'attachment',
    },
    { filename: 'image.svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"/>'), disposition: 'attachment' },
    { filename: 'Ebbe & Flut “1”.txt', bytes: text('plain words'), disposition: 'inline' },
  ];
  for (const { filename, bytes, disposition } of files) {
    const { object_id } = await client.upload(bytes, filename);
    const path = `/v1/storage/objects/${object_id}/download-url?disposition=inline`;
    const { body } = await client.send<{ url: string; disposition: string }>('GET', path);
    assert.equal(body.disposition, disposition, filename);
    const header = (await fetch(body.url)).headers.get('content-disposition') ?? '';
    assert.ok(header.startsWith(disposition), header);
  }
  const { object_id } = await client.upload(text('x'), 'x.txt');
  for (const ttl of [59, 86_401]) {
    const answer = await client.send('GET', `/v1/storage/objects/${object_id}/download-url?ttl_seconds=${ttl}`);
    assert.equal(answer.status, 422);
  }
});
