import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { TABLES } from '../../../domain/manifests/index.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { keysIn, openStore } from '../../support/store.ts';
import { sweep } from '../../support/sweep.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';

const DAY_MS = 86_400_000;
const bucket = `removal-${randomBytes(4).toString('hex')}`;
const { url, database } = await ownDatabase();
const { db } = database;
const system = openSystem({ S3_BUCKET: bucket, DATABASE_URL: url });
const receiver = await openReceiver({});
const pages = await servePages({
  'site.html': articlePage('Site', 'It has a <a href="/other.html">page</a>.'),
  'other.html': articlePage('Other', 'It has other words.'),
  'robots.txt': (_request, response) => response.writeHead(404).end(),
  silence: () => undefined,
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();
const store = openStore(bucket);
const connection = await Connection.connect({ address: system.address });
const { namespace } = system;
const { workflow } = new TemporalClient({ connection, namespace });
after(async () => {
  store.close();
  await connection.close();
});

const jobTables = Object.entries(TABLES).flatMap(([table, removal]) =>
  removal.by === 'job' ? [{ table, column: removal.column }] : [],
);

/** Rows of a job in each of the tables that have any. */
async function rowsOf(jobId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of jobTables) {
    const [row] = await db.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) AS count FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ${jobId}`;
    if (row && row.count > 0n) counts[table] = Number(row.count);
  }
  return counts;
}

/** Has Temporal forget a job, as it does once its retention has passed. */
async function forget(jobId: string): Promise<void> {
  await connection.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId: jobId } });
  await until(`${jobId} is forgotten`, async () => {
    const known = await workflow
      .getHandle(jobId)
      .describe()
      .catch(() => null);
    return known === null || undefined;
  });
}

/** A crawl that was terminated while its site did not answer: it has rows, no object and no record. */
async function terminatedCrawl(): Promise<string> {
  const jobId = await client.submitOne(pages.url('silence'), { engine_id: 'web_crawler' });
  await until('the crawl has begun', async () => ((await rowsOf(jobId))['crawl_page'] ?? 0) > 0 || undefined);
  await workflow.getHandle(jobId).terminate();
  assert.deepEqual(await keysIn(store, `jobs/${jobId}/`), []);
  return jobId;
}

test('a job that expires takes all its rows and objects along, and those of another job stay', async () => {
  const webhook = { url: receiver.url('ended') };
  const kept = await client.submitOne(pages.url('site.html'), { webhook });
  const expired = [
    await client.submitOne(pages.url('site.html'), { webhook }),
    await client.submitOne(pages.url('site.html'), { webhook, engine_id: 'web_crawler' }),
  ];
  for (const jobId of [kept, ...expired]) await client.waitFor(jobId, 'succeeded');
  await receiver.waitFor('ended', 3);
  await until('the deliveries are noted', async () => (await db.webhookDelivery.count()) === 3 || undefined);
  // As of a job that ended and did not give its place back.
  const place = { tenantId: client.tenant, priority: 5, createdAt: new Date(), grantedAt: new Date() };
  await db.jobSlot.createMany({ data: [kept, ...expired].map((jobId) => ({ jobId, ...place })) });

  // As of a job that added documents to a dataset.
  const input = { ordinal: 0, inputType: 'text', outcome: 'failed' };
  await db.knowledgeInput.createMany({ data: [kept, ...expired].map((jobId) => ({ jobId, ...input })) });

  // As of a job that deleted a document of a dataset.
  const deletion = { tenantId: client.tenant, datasetId: 'dset_x', documentId: 'doc_x' };
  await db.knowledgeRemoval.createMany({ data: [kept, ...expired].map((jobId) => ({ jobId, ...deletion })) });
  // As of a job that cognified a dataset.
  const jobs = [kept, ...expired].map((jobId) => ({ jobId }));
  // As of the first job of a request with several sources.
  const batch = { tenantId: client.tenant, kind: 'parse', createdAt: new Date() };
  await db.jobBatch.createMany({ data: jobs.map((job) => ({ ...job, ...batch, id: job.jobId, jobIds: [job.jobId] })) });
  await db.knowledgeTurn.createMany({ data: jobs.map((job) => ({ ...job, datasetId: 'dset_1' })) });
  await db.jobCount.createMany({ data: jobs.map((job) => ({ ...job, name: 'documents', count: 1n })) });
  await db.jobCountedStep.createMany({ data: jobs.map((job) => ({ ...job, step: 'layer 1' })) });
  await db.knowledgeRefusal.createMany({ data: jobs.map((job) => ({ ...job, documentId: 'doc_1', chunks: 1 })) });
  await db.knowledgeSkip.createMany({ data: jobs.map((job) => ({ ...job, documentId: 'doc_1', code: 'too_large' })) });

  // As of a job that put an endpoint under load.
  await db.evaluationLevel.createMany({ data: jobs.map((job) => ({ ...job, ordinal: 0, plan: {} })) });

  // As of a job that evaluated a case.
  await db.evaluationCase.createMany({ data: jobs.map((job) => ({ ...job, ordinal: 0, subject: {} })) });

  // As of a job that made synthetic data.
  const item = { ordinal: 0, value: {}, provenance: {} };
  await db.synthesisRun.createMany({ data: jobs.map((job) => ({ ...job, engineId: 'perturb', asked: 1 })) });
  await db.synthesisItem.createMany({ data: jobs.map((job) => ({ ...job, ...item })) });
  const source = { ordinal: 0, id: 'contexts/0', title: '', text: 'Words.', origin: {} };
  await db.synthesisSource.createMany({ data: jobs.map((job) => ({ ...job, ...source })) });

  const filled = (await Promise.all(expired.map(rowsOf))).flatMap((counts) => Object.keys(counts));
  assert.deepEqual(
    jobTables.map(({ table }) => table).filter((table) => !filled.includes(table)),
    [],
    'this test has to fill every table with rows of jobs',
  );
  const [before, objects] = [await rowsOf(kept), await keysIn(store, `jobs/${kept}/`)];
  assert.ok(objects.length > 0);

  await db.job.updateMany({ where: { id: { in: expired } }, data: { expiresAt: new Date(0) } });
  await sweep(system, DAY_MS);
  for (const jobId of expired) {
    assert.deepEqual(await rowsOf(jobId), {});
    assert.deepEqual(await keysIn(store, `jobs/${jobId}/`), []);
    assert.equal(await db.job.count({ where: { id: jobId } }), 0);
  }
  assert.deepEqual(await rowsOf(kept), before);
  assert.deepEqual(await keysIn(store, `jobs/${kept}/`), objects);
});

test('the rows of a crawl that was terminated before its first page go once Temporal has forgotten it', async () => {
  const [remembered, forgotten, young] = await Promise.all([terminatedCrawl(), terminatedCrawl(), terminatedCrawl()]);
  await Promise.all([forget(forgotten), forget(young)]);
  const createdAt = new Date(Date.now() - 2 * DAY_MS);
  const old = { where: { jobId: { in: [remembered, forgotten] } }, data: { createdAt } };
  await Promise.all([db.crawlPage.updateMany(old), db.crawlHost.updateMany(old)]);

  await sweep(system, DAY_MS);
  assert.deepEqual(await rowsOf(forgotten), {});
  assert.ok((await rowsOf(remembered))['crawl_page'], 'it may be reset');
  assert.ok((await rowsOf(young))['crawl_page']);
});

test('what a forgotten job left of objects and rows goes together', async () => {
  const jobId = await client.submitOne(pages.url('site.html'), { engine_id: 'web_crawler' });
  await client.waitFor(jobId, 'succeeded');
  await db.job.delete({ where: { id: jobId } });
  await forget(jobId);
  await sweep(system, 0);
  assert.deepEqual(await rowsOf(jobId), {});
  assert.deepEqual(await keysIn(store, `jobs/${jobId}/`), []);
});
