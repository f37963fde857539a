import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { JobAccepted } from '../../api/jobs/schemas.ts';
import type { TallyResult } from '../../api/tally/schemas.ts';
import type { Client, Event } from '../support/service/client.ts';
import { gapless } from '../support/jobs/jobs.ts';
import { applyMigrations } from '../../platform/database/migrate.ts';
import { ownDatabase } from '../support/servers/own-database.ts';
import { heldPages } from '../support/side-by-side/index.ts';
import { keysIn, openStore } from '../support/store.ts';
import { sweep } from '../support/sweep.ts';
import { openSystem } from '../support/service/system.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const bucket = `tally-${randomBytes(4).toString('hex')}`;
const { url, database } = await ownDatabase();
// The domain's own, which a copy of another tree's database lacks.
await applyMigrations(url);
const { db } = database;
const system = openSystem({ S3_BUCKET: bucket, DATABASE_URL: url });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const store = openStore(bucket);
after(() => store.close());

const NONE = { queued: 0, running: 0, cancelling: 0, succeeded: 0, failed: 0, cancelled: 0 };

/** Starts a tally. Its identifier, once it runs. */
async function submit(texts: readonly string[], parts: readonly (readonly string[])[]): Promise<string> {
  const sent = { body: { texts, parts } };
  const { status, body: job } = await client.send<JobAccepted>('POST', '/v1/tally/jobs', sent);
  assert.equal(status, 202, JSON.stringify(job));
  assert.deepEqual([job.kind, job.warnings], ['tally', []]);
  await client.waitFor(job.job_id, 'running');
  return job.job_id;
}
const resultOf = (jobId: string) => client.send<TallyResult>('GET', `/v1/tally/jobs/${jobId}/result`);
const childrenOf = async (jobId: string, from: Client = client): Promise<string[]> => {
  const { body } = await from.send<{ items: { job_id: string }[] }>('GET', `/v1/jobs?parent=${jobId}`);
  return body.items.map(({ job_id }) => job_id);
};
const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type);
const assertGapless = (events: readonly Event[]): void =>
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    gapless(events),
  );

test('texts are counted side by side and parts as child jobs; an expired tally leaves nothing', async () => {
  const pages = await heldPages(['one', 'two', 'three', 'four', 'five']);
  const jobId = await submit(pages.urls('one', 'two', 'three'), [pages.urls('four'), pages.urls('five')]);
  await until('all are asked for', async () => pages.waiting().length === 5 || undefined);
  await client.waitUntil(jobId, 'has two children at work', ({ children }) => children?.running === 2);
  assert.equal((await resultOf(jobId)).status, 409);

  await pages.answer('two');
  const { progress } = await client.waitUntil(jobId, 'has counted one', (status) => status.progress !== null);
  assert.deepEqual([progress?.completed, progress?.total, progress?.unit], [1, 3, 'texts']);
  for (const name of ['one', 'three', 'four', 'five']) await pages.answer(name);
  const status = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(
    [status.kind, status.source, status.children],
    ['tally', '3 texts, 2 parts', { ...NONE, succeeded: 2 }],
  );
  assert.deepEqual(status.usage, [{ source: 'tally', unit: 'items', amount: 5 }]);

  const events = await client.events(jobId);
  assertGapless(events);
  assert.deepEqual(typesOf(events).toSorted(), [
    'job.progress',
    'job.progress',
    'job.progress',
    'job.queued',
    'job.started',
    'job.succeeded',
    'tally.counted',
    'tally.counted',
    'tally.counted',
  ]);
  const counted = events.flatMap(({ type, data }) => (type === 'tally.counted' ? [data['source']] : []));
  assert.deepEqual(new Set(counted), new Set(pages.urls('one', 'two', 'three')));

  const children = await childrenOf(jobId);
  const { body } = await resultOf(jobId);
  assert.deepEqual(
    [body.words, body.texts.map(({ source, words }) => [source, words])],
    [5, pages.urls('one', 'two', 'three').map((source) => [source, 1])],
  );
  assert.deepEqual(
    new Map(body.parts.map(({ job_id, words }) => [job_id, words])),
    new Map(children.map((id) => [id, 1])),
  );
  assert.deepEqual(await (await fetch(body.texts[0]?.by_word_url ?? '')).json(), { one: 1 });

  const [part, kept = ''] = children;
  const expired = [jobId, part ?? ''];
  await db.job.updateMany({ where: { id: { in: expired } }, data: { expiresAt: new Date(0) } });
  assert.equal(await db.tallyCount.count({ where: { jobId: { in: expired } } }), 4);
  await sweep(system, DAY_MS);
  assert.equal(await db.tallyCount.count({ where: { jobId: { in: expired } } }), 0);
  for (const id of expired) assert.deepEqual(await keysIn(store, `tallies/${id}/`), []);
  assert.equal((await keysIn(store, `tallies/${kept}/`)).length, 1);
  assert.equal(await db.tallyCount.count({ where: { jobId: kept } }), 1);
});

test('a cancelled tally stops its steps and its children', async () => {
  const pages = await heldPages(['one', 'two', 'three', 'four', 'five']);
  const jobId = await submit(pages.urls('one', 'two', 'three'), [pages.urls('four'), pages.urls('five')]);
  await pages.answer('one');
  await client.waitUntil(jobId, 'has counted one', ({ progress }) => progress?.completed === 1);
  await until('the others are asked for', async () => pages.waiting().length === 4 || undefined);
  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/cancel`)).status, 202);
  const { children } = await client.waitFor(jobId, 'cancelled');
  assert.deepEqual(children, { ...NONE, cancelled: 2 });
  await until('nobody waits', async () => pages.waiting().length === 0 || undefined);
  assertGapless(await client.events(jobId));
  assert.equal((await resultOf(jobId)).status, 409);
});

test('a retry counts what failed alone', async () => {
  const pages = await heldPages(['one', 'two', 'three', 'four', 'five']);
  const jobId = await submit(pages.urls('one', 'two', 'three'), [pages.urls('four'), pages.urls('five')]);
  for (const name of ['one', 'two', 'four', 'five']) await pages.answer(name);
  await client.waitUntil(jobId, 'waits for one text alone', ({ progress, children }) => {
    return progress?.completed === 2 && children?.succeeded === 2;
  });
  await pages.answer('three', 204);
  const failed = await client.waitFor(jobId, 'failed');
  assert.deepEqual([failed.error?.code, failed.error?.retryable], ['no_words', false]);

  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  await pages.answer('three');
  const { children, usage } = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual(children, { ...NONE, succeeded: 2 });
  assert.deepEqual(usage, [{ source: 'tally', unit: 'items', amount: 5 }]);
  assert.equal((await resultOf(jobId)).body.words, 5);
  assertGapless(await client.events(jobId));
  assert.deepEqual(['one', 'two', 'three', 'four', 'five'].map(pages.asked), [1, 1, 2, 1, 1]);
});
