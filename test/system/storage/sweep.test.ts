import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { ownDatabase } from '../../support/servers/own-database.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { keysIn, openMultiparts, openStore } from '../../support/store.ts';
import { sweep } from '../../support/sweep.ts';
import { openSystem } from '../../support/service/system.ts';
import { completeObject, download, openUpload, putParts, putWhole, readUpload } from '../../support/service/uploads.ts';

const MIB = 1024 ** 2;
// Bucket and database of its own: an orphan is what no row knows, and other tests write meanwhile.
const bucket = `sweep-${randomBytes(4).toString('hex')}`;
const { url, database } = await ownDatabase();
const system = openSystem({ S3_BUCKET: bucket, DATABASE_URL: url, UPLOAD_PART_BYTES: String(5 * MIB) });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const store = openStore(bucket);
const connection = await Connection.connect({ address: system.address });
const temporal = new TemporalClient({ connection, namespace: system.namespace });
after(async () => {
  store.close();
  await connection.close();
});

const past = new Date(Date.now() - 1000);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function allKeys(): Promise<string[]> {
  const open = (await openMultiparts(store)).map((key) => `multipart ${key}`);
  return [...(await keysIn(store, '')), ...open].sort();
}

test('two sweeps at once remove what is past its time and what nobody knows, each once, and nothing else', async () => {
  const client = await api.client();
  const large = randomBytes(6 * MIB);
  const kept = await client.upload(Buffer.from('kept'), 'kept.txt');
  const open = await openUpload(client, { filename: 'open.txt' });
  await putWhole(open, Buffer.from('open'));
  const openLarge = await openUpload(client, { filename: 'open.bin', size_bytes: large.byteLength });
  await putParts(openLarge, large);
  const jobId = await client.submitOne(kept.locator);
  await client.waitFor(jobId, 'succeeded');
  // As a job is that was terminated: without a record, but Temporal knows it, and it may be reset.
  const unrecorded = await client.submitOne(kept.locator);
  await client.waitFor(unrecorded, 'succeeded');
  await database.db.job.delete({ where: { id: unrecorded } });
  const rest = await allKeys();

  const expired = [
    await openUpload(client, { filename: 'late.txt' }),
    await openUpload(client, { filename: 'late.bin', size_bytes: large.byteLength }),
  ];
  for (const session of expired) {
    if (session.url) await putWhole(session, Buffer.from('late'));
    else await putParts({ ...session, parts: session.parts.slice(0, 1) }, large);
    await database.db.uploadSession.update({ where: { id: session.upload_id }, data: { expiresAt: past } });
  }
  const temporary = await openUpload(client, { filename: 'temporary.txt', retention_class: 'temporary' });
  await putWhole(temporary, Buffer.from('temporary'));
  await completeObject(client, temporary.upload_id);
  await database.db.storageObject.update({ where: { id: temporary.object_id }, data: { expiresAt: past } });
  const oldJob = await client.submitOne(kept.locator);
  await client.waitFor(oldJob, 'succeeded');
  await database.db.job.update({ where: { id: oldJob }, data: { expiresAt: past } });
  await store.put('objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd/1', 'orphan', 'text/plain');
  await store.put('uploads/upl_01k9zt6v3c8wq4m2n7r5x0ybhd', 'orphan', 'text/plain');
  await store.put('jobs/job_01k9zt6v3c8wq4m2n7r5x0ybhd/document.md', 'orphan', 'text/markdown');
  await store.createMultipart('objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd/2');

  const young = await sweep(system, HOUR_MS);
  assert.deepEqual([young.orphans_removed, young.multipart_uploads_aborted], [0, 0]);
  const { expireSessions = 0, removeExpiredObjects = 0, removeExpiredJobs = 0 } = young.removed;
  assert.ok(expireSessions >= 2 && removeExpiredObjects >= 1 && removeExpiredJobs >= 1);
  const results = await Promise.all([sweep(system, 0), sweep(system, 0)]);
  assert.ok(results.reduce((sum, { orphans_removed }) => sum + orphans_removed, 0) >= 3);
  assert.ok(results.some(({ multipart_uploads_aborted }) => multipart_uploads_aborted === 1));
  assert.deepEqual(await allKeys(), rest);

  for (const { upload_id } of expired) assert.equal((await readUpload(client, upload_id)).state, 'expired');
  assert.equal((await client.send('GET', `/v1/storage/objects/${temporary.object_id}`)).status, 404);
  assert.equal(await database.db.job.count({ where: { id: oldJob } }), 0);
  assert.equal(await database.db.document.count({ where: { jobId: oldJob } }), 0);
  assert.equal((await client.result(jobId)).document.markdown, 'kept\n');
  assert.equal((await download(client, kept.object_id)).toString(), 'kept');
  await completeObject(client, open.upload_id);
  const { parts } = await readUpload(client, openLarge.upload_id);
  await completeObject(client, openLarge.upload_id, {
    parts: parts.map(({ part_number, etag }) => ({ part_number, etag })),
  });
});

test('a session that has ended is kept for a week after its time, then removed; its object stays', async () => {
  const client = await api.client();
  const completed = await openUpload(client, { filename: 'completed.txt' });
  await putWhole(completed, Buffer.from('completed'));
  await completeObject(client, completed.upload_id);
  const [aborted, recent, open] = [
    await openUpload(client, { filename: 'aborted.txt' }),
    await openUpload(client, { filename: 'recent.txt' }),
    await openUpload(client, { filename: 'still-open.txt' }),
  ];
  for (const { upload_id } of [aborted, recent]) await client.send('DELETE', `/v1/storage/uploads/${upload_id}`);
  const expire = (id: string, daysAgo: number) =>
    database.db.uploadSession.update({ where: { id }, data: { expiresAt: new Date(Date.now() - daysAgo * DAY_MS) } });
  await Promise.all([expire(completed.upload_id, 7), expire(aborted.upload_id, 7), expire(recent.upload_id, 6.9)]);

  await sweep(system, HOUR_MS);
  const statusOf = async ({ upload_id }: { upload_id: string }) =>
    (await client.send('GET', `/v1/storage/uploads/${upload_id}`)).status;
  assert.deepEqual(await Promise.all([completed, aborted, recent, open].map(statusOf)), [404, 404, 200, 200]);
  assert.equal((await download(client, completed.object_id)).toString(), 'completed');
});

test('a job that was retried before its record expired keeps what it had left while it runs', async () => {
  const client = await api.client();
  const answers: (() => void)[] = [];
  let isThere = false;
  const pages = await servePages({
    'late.html': (_request, response) => {
      if (isThere) answers.push(() => response.end(articlePage('Late', 'Better late than never.')));
      else response.writeHead(404).end();
    },
  });
  const jobId = await client.submitOne(pages.url('late.html'));
  await client.waitFor(jobId, 'failed');
  isThere = true;
  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  await client.waitFor(jobId, 'running');
  const left = `jobs/${jobId}/left`;
  await store.put(left, 'left', 'text/plain');
  await database.db.job.update({ where: { id: jobId }, data: { expiresAt: past } });

  await sweep(system, HOUR_MS);
  assert.deepEqual(await keysIn(store, `jobs/${jobId}/`), [left]);
  assert.equal(await database.db.job.count({ where: { id: jobId } }), 1);
  isThere = false;
  answers.forEach((answer) => answer());
  await client.waitFor(jobId, 'succeeded');
  await sweep(system, HOUR_MS);
  assert.ok((await client.result(jobId)).document.markdown?.includes('Better late than never.'));
});

test('a worker that starts finds the schedule, whoever made it', async () => {
  await system.startWorker();
  const { schedule } = temporal;
  const description = await schedule.getHandle('storage-sweep').describe();
  assert.deepEqual(
    description.spec.intervals?.map(({ every }) => every),
    [HOUR_MS],
  );
  assert.equal(description.policies.overlap, 'SKIP');
});
