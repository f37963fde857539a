/**
 * A job has spent what its child jobs have, once, however they end and however often it finds them; the totals count
 * each job by itself.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { derivedId } from '../../../domain/ids.ts';
import { readUsageTotals } from '../../../domain/jobs/totals.ts';
import { spentUsage } from '../../../domain/jobs/spent-usage.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';
import {
  heldPages,
  resultOf,
  startSideBySide,
  startSideWorker,
  waitForPending,
} from '../../support/side-by-side/index.ts';
import { openSystem } from '../../support/service/system.ts';
import { forget } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const { url, database } = await ownDatabase();
const system = openSystem({ DATABASE_URL: url });
const [api, started] = await Promise.all([system.startApi(), startSideWorker(system)]);
let worker = started;
const client = await api.client();

const calls = ({ usage }: { readonly usage: readonly { readonly amount: number }[] }): number => {
  assert.ok(usage.length <= 1, JSON.stringify(usage));
  return usage[0]?.amount ?? 0;
};
/** What all jobs together have spent, by the totals. */
const total = async (): Promise<number> => calls({ usage: await readUsageTotals(database) });
const child = (jobId: string, key: string): string => derivedId('job', [jobId, key]);

test('a job has spent what its children have, and a retry that finds them counts nothing twice', async () => {
  const before = await total();
  const pages = await heldPages(['own', 'a', 'b1', 'b2']);
  const children = { a: pages.urls('a'), b: pages.urls('b1', 'b2') };
  const jobId = await startSideBySide(system, client, { urls: pages.urls('own'), children });
  await pages.answer('a');
  const running = await client.waitUntil(jobId, 'has a child that ended', (status) => status.children?.succeeded === 1);
  assert.equal(calls(running), 1);
  await pages.answer('own');
  await pages.answer('b1');
  await pages.answer('b2', 404);
  const failed = await client.waitFor(jobId, 'failed');
  const [a, b] = await Promise.all(['a', 'b'].map((key) => client.status(child(jobId, key))));
  assert.ok(a && b);
  assert.deepEqual(
    { job: calls(failed), a: calls(a), b: calls(b), error: failed.error?.message },
    {
      job: 3,
      a: 1,
      b: 1,
      error: 'There is no such page.',
    },
  );
  assert.equal((await total()) - before, 3);

  await client.send('POST', `/v1/jobs/${jobId}/retry`);
  await until('b is run on', async () => pages.asked('b2') === 2 || undefined);
  assert.equal(calls(await client.status(jobId)), 3);
  await pages.answer('b2');
  const status = await client.waitFor(jobId, 'succeeded');
  assert.equal(calls(status), 4);
  assert.equal((await total()) - before, 4);
  assert.deepEqual([pages.asked('own'), pages.asked('a'), pages.asked('b1')], [1, 1, 1]);
  const { outcomes = [] } = await resultOf(system, jobId);
  assert.deepEqual(outcomes.map(calls), [1, 2]);
});

/** A job that has failed with its child b, after its own page and its child a. */
async function failedWithB() {
  const pages = await heldPages(['own', 'a', 'b']);
  const children = { a: pages.urls('a'), b: pages.urls('b') };
  const jobId = await startSideBySide(system, client, { urls: pages.urls('own'), children });
  await pages.answer('own');
  await pages.answer('a');
  await pages.answer('b', 404);
  assert.equal(calls(await client.waitFor(jobId, 'failed')), 2);
  return { jobId, pages };
}

test('what a retried job has spent is that of the moment when it was described', async () => {
  const { jobId, pages } = await failedWithB();

  await worker.kill();
  await client.send('POST', `/v1/jobs/${jobId}/retry`);
  const { address, namespace } = system;
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new TemporalClient({ connection, namespace });
    const described = await workflow.getHandle(jobId).describe();
    worker = await startSideWorker(system);
    await pages.answer('b');
    assert.equal(calls(await client.waitFor(jobId, 'succeeded')), 3);
    assert.equal(calls({ usage: await spentUsage(workflow, described) }), 2);
  } finally {
    await connection.close();
  }
});

test('children that are cancelled with their parent count', async () => {
  const before = await total();
  const pages = await heldPages(['own', 'a', 'b1', 'b2']);
  const children = { a: pages.urls('a'), b: pages.urls('b1', 'b2') };
  const jobId = await startSideBySide(system, client, { urls: pages.urls('own'), children });
  await pages.answer('a');
  await pages.answer('b1');
  await client.waitUntil(jobId, 'has a child that ended', (status) => status.children?.succeeded === 1);
  await waitForPending(system, child(jobId, 'b'), ['fetchPage:b2']);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  assert.equal(calls(await client.waitFor(jobId, 'cancelled')), 2);
  assert.equal((await total()) - before, 2);
});

test('children that a retry does not come to find are not forgotten', async () => {
  const before = await total();
  const { jobId } = await failedWithB();

  await worker.kill();
  for (const act of ['retry', 'pause', 'cancel']) {
    assert.equal((await client.send('POST', `/v1/jobs/${jobId}/${act}`)).status, 202);
  }
  worker = await startSideWorker(system);
  const status = await client.waitFor(jobId, 'cancelled');
  assert.deepEqual([calls(status), status.children], [2, null]);
  assert.equal((await total()) - before, 2);
  await forget(system, [jobId]);
  assert.equal(calls(await client.status(jobId)), 2);
});
