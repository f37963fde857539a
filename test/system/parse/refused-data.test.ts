import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';

const pages = await servePages({
  'document.html': articlePage('Refused by Postgres', 'The gate is closed.'),
  'record.html': articlePage('Kept', 'The gate is open.'),
});
const receiver = await openReceiver({ hook: (response) => response.writeHead(204).end() });
const database = sharedDatabase();
const { api } = await sharedSystem();

/** Makes Postgres reject rows of a table while the work runs. The condition must not match other tests' rows. */
async function whileRefused(table: string, condition: string, work: () => Promise<void>): Promise<void> {
  const { db } = database;
  await db.$executeRawUnsafe(`ALTER TABLE ${table} ADD CONSTRAINT refused CHECK (NOT (${condition})) NOT VALID`);
  try {
    await work();
  } finally {
    await db.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT refused`);
  }
}

test('a job whose document Postgres rejects fails after one attempt per engine, and can be retried', async () => {
  const client = await api.client();
  const webhook = { url: receiver.url('hook'), event_types: ['job.failed'] };
  let jobId = '';
  await whileRefused('document', `title = 'Refused by Postgres'`, async () => {
    jobId = await client.submitOne(pages.url('document.html'), { webhook });
    const { error } = await client.waitFor(jobId, 'failed');
    assert.deepEqual([error?.code, error?.retryable], ['internal', false]);
  });
  assert.ok((await client.events(jobId)).every(({ type }) => type !== 'job.retrying'));
  const [delivered] = await receiver.waitFor('hook', 1);
  assert.equal(delivered?.payload.type, 'job.failed');
  assert.equal((await database.db.job.findUnique({ where: { id: jobId } }))?.state, 'failed');

  assert.equal((await client.send('POST', `/v1/jobs/${jobId}/retry`)).status, 202);
  await client.waitFor(jobId, 'succeeded');
});

test('a job whose record Postgres rejects still ends', async () => {
  const client = await api.client();
  const source = pages.url('record.html');
  await whileRefused('job', `source = '${source}'`, async () => {
    const jobId = await client.submitOne(source);
    await client.waitFor(jobId, 'succeeded');
    assert.match((await client.result(jobId)).document.markdown ?? '', /The gate is open/);
  });
});
