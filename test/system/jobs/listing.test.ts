import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { JobSummary } from '../../../api/jobs/schemas.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';

const pages = await servePages({ 'page.html': articlePage('Page', 'It has words.'), silence: () => undefined });
const { api } = await sharedSystem();
const client = await api.client();

interface Page {
  readonly items: Static<typeof JobSummary>[];
  readonly next_cursor: string | null;
}

async function list(query: string, caller = client): Promise<Page> {
  const { status, body } = await caller.send<Page>('GET', `/v1/jobs?${query}`);
  assert.equal(status, 200);
  return body;
}

/** Waits until the list has this many jobs: the visibility store lags a little. */
function listed(query: string, count: number): Promise<string[]> {
  return until(`the list has ${count} jobs`, async () => {
    const { items } = await list(query);
    return items.length === count ? items.map(({ job_id }) => job_id) : undefined;
  });
}

const succeeded: string[] = [];
for (let index = 0; index < 3; index += 1) succeeded.push(await client.submitOne(pages.url('page.html')));
for (const jobId of succeeded) await client.waitFor(jobId, 'succeeded');
const between = new Date().toISOString();
const failed = await client.submitOne(pages.url('missing'));
await client.waitFor(failed, 'failed');
const running = await client.submitOne(pages.url('silence'));
await client.waitFor(running, 'running');
const all = [running, failed, ...succeeded];

/** The list, ignoring its order. */
const set = (jobIds: readonly string[]): Set<string> => new Set(jobIds);

test('all jobs are listed: open ones first, then the latest to end', async () => {
  await listed('', 5);
  const { items } = await list('');
  assert.deepEqual(
    items.slice(0, 2).map(({ job_id }) => job_id),
    [running, failed],
  );
  assert.deepEqual(set(items.map(({ job_id }) => job_id)), set(all));
  const status = await client.status(failed);
  const { job_id, kind, state, source, priority, created_at, finished_at, links } = status;
  assert.deepEqual(items[1], { job_id, kind, state, source, priority, created_at, finished_at, links });
});

test('jobs are filtered by state, kind and time', async () => {
  assert.deepEqual(set(await listed('state=succeeded', 3)), set(succeeded));
  assert.deepEqual(await listed('state=failed', 1), [failed]);
  assert.deepEqual(await listed('state=running', 1), [running]);
  assert.deepEqual(await listed('state=queued', 0), []);
  assert.deepEqual(set(await listed('kind=parse', 5)), set(all));
  assert.deepEqual(await listed(`created_after=${between}`, 2), [running, failed]);
  assert.deepEqual(set(await listed(`created_before=${between}&kind=parse`, 3)), set(succeeded));
});

test('pages follow each other by their cursors', async () => {
  await listed('', 5);
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await list(`limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    pages.push(page.items.map(({ job_id }) => job_id));
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    pages.flat(),
    (await list('')).items.map(({ job_id }) => job_id),
  );
  assert.ok(pages.length >= 3);
  for (const cursor of ['nonsense', '!', 'AAAA']) {
    const refused = await client.send<{ detail: { loc: string[] }[] }>('GET', `/v1/jobs?cursor=${cursor}`);
    assert.deepEqual([refused.status, refused.body.detail[0]?.loc], [422, ['query', 'cursor']], cursor);
  }
});

test('tenants are distinguished by every character of their names', async () => {
  for (const name of ['CORP\\team', 'a"b', "O'Hara", '%27', '{"a":1}', '💩']) {
    const own = await api.client({ tenant: `${client.tenant} ${name}` });
    const jobId = await own.submitOne(pages.url('page.html'));
    await until(
      `the job of ${name} is listed`,
      async () => (await list('', own)).items[0]?.job_id === jobId || undefined,
    );
    assert.equal((await list('', own)).items.length, 1);
  }
});

test('another tenant sees none of them, whatever its name', async () => {
  await listed('', 5);
  for (const tenant of ['other', `${client.tenant}' OR TenantId = '${client.tenant}`, '%', '\\']) {
    assert.deepEqual((await list('', await api.client({ tenant }))).items, [], tenant);
  }
});
