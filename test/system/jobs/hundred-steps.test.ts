/** A job of a hundred steps side by side and twenty child jobs, while the worker, Temporal and Postgres are killed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivedId } from '../../../domain/ids.ts';
import { readRecord } from '../../../domain/jobs/records.ts';
import { readUsageTotals } from '../../../domain/jobs/totals.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import type { Client, Event } from '../../support/service/client.ts';
import { gapless } from '../../support/jobs/jobs.ts';
import { openMortalPostgres, openMortalTemporal } from '../../support/servers/mortal-servers.ts';
import {
  heldPages,
  replay,
  resultOf,
  startSideBySide,
  startSideWorker,
  waitForPending,
} from '../../support/side-by-side/index.ts';
import { openSystem } from '../../support/service/system.ts';
import { listRuns, showHistory } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const [temporal, postgres] = await Promise.all([openMortalTemporal(), openMortalPostgres()]);
const system = openSystem({ TEMPORAL_ADDRESS: temporal.url, DATABASE_URL: postgres.url });
const [api, first] = await Promise.all([system.startApi(), startSideWorker(system)]);
let worker = first;
const replaceWorker = async (): Promise<void> => {
  await worker.kill();
  worker = await startSideWorker(system);
};

const STEPS = Array.from({ length: 100 }, (_step, index) => `step-${index}`);
const CHILDREN = Array.from({ length: 20 }, (_child, index) => `child-${index}`);
const CHILD_STEPS = CHILDREN.flatMap((key) => [`${key}-a`, `${key}-b`]);
const NONE = { queued: 0, running: 0, cancelling: 0, succeeded: 0, failed: 0, cancelled: 0 };

/** Starts the job, once all its steps and those of its children are at work. */
async function startHundred(client: Client) {
  const pages = await heldPages([...STEPS, ...CHILD_STEPS]);
  const jobId = await startSideBySide(system, client, {
    urls: pages.urls(...STEPS),
    parallel_steps: STEPS.length,
    counts: true,
    children: Object.fromEntries(CHILDREN.map((key) => [key, pages.urls(`${key}-a`, `${key}-b`)])),
  });
  const total = STEPS.length + CHILD_STEPS.length;
  await until('all steps are at work', async () => pages.waiting().length === total || undefined);
  return { pages, jobId };
}

/** All events of the job that has ended, and which it has in its record. */
async function eventsOf(client: Client, jobId: string): Promise<Event[]> {
  const stream = await client.stream(`/v1/jobs/${jobId}/events`, { Accept: 'text/event-stream' });
  return (await stream.text()).split('\n').flatMap((line) => {
    return line.startsWith('data: ') ? [JSON.parse(line.slice('data: '.length)) as Event] : [];
  });
}

test('five kills and a retry repeat only what had not finished, and count everything once', async (context) => {
  const began = performance.now();
  const client = await api.client();
  const { pages, jobId } = await startHundred(client);
  /** How often the pages were asked for whose steps have finished. */
  const finished = new Map<string, number>();
  const note = (names: readonly string[]): void => names.forEach((name) => finished.set(name, pages.asked(name)));
  const finish = async (names: readonly string[], completed: number): Promise<void> => {
    pages.release(names);
    await client.waitUntil(
      jobId,
      `has finished ${completed} steps`,
      ({ progress }) => progress?.completed === completed,
    );
    note(names);
  };
  const finishChildren = async (keys: readonly string[], succeeded: number): Promise<void> => {
    const names = keys.flatMap((key) => [`${key}-a`, `${key}-b`]);
    pages.release(names);
    await client.waitUntil(
      jobId,
      `has finished ${succeeded} children`,
      ({ children }) => children?.succeeded === succeeded,
    );
    note(names);
  };

  await finish(STEPS.slice(0, 20), 20);
  await replaceWorker();
  await finish(STEPS.slice(20, 40), 40);
  await temporal.killAndRestart();
  await finishChildren(CHILDREN.slice(0, 3), 3);
  pages.release(CHILDREN.slice(3, 10).flatMap((key) => [`${key}-a`, `${key}-b`]));
  await client.waitUntil(jobId, 'has a child that ends', ({ children }) => (children?.succeeded ?? 0) > 3);
  await postgres.killAndRestart();
  await finishChildren(CHILDREN.slice(3, 10), 10);
  await finish(STEPS.slice(40, 70), 70);
  await replaceWorker();
  await finishChildren(CHILDREN.slice(10, 18), 18);
  pages.release(['child-18-a', 'child-19-a']);
  for (const key of ['child-18', 'child-19'])
    await waitForPending(system, derivedId('job', [jobId, key]), [`fetchPage:${key}-b`]);
  note(['child-18-a', 'child-19-a']);
  await finish(STEPS.slice(70, 97), 97);

  // One child fails, and one is cancelled with its parent.
  const missing = [...STEPS.slice(97), 'child-19-b'];
  pages.release(missing, 404);
  const failed = await client.waitFor(jobId, 'failed');
  assert.equal(failed.error?.code, 'not_found');
  assert.deepEqual(failed.children, { ...NONE, succeeded: 18, failed: 1, cancelled: 1 });
  const unfinished = [...missing, 'child-18-b'];
  pages.hold(unfinished);
  await client.send('POST', `/v1/jobs/${jobId}/retry`);
  await until(
    'all that had not finished is repeated',
    async () => pages.waiting().length === unfinished.length || undefined,
  );
  await temporal.killAndRestart();
  pages.release(unfinished);
  const status = await client.waitFor(jobId, 'succeeded');

  // Each result once, and nothing that had finished was done again.
  assert.deepEqual(status.children, { ...NONE, succeeded: 20 });
  const { answers, outcomes = [] } = await resultOf(system, jobId);
  assert.deepEqual(answers, STEPS);
  assert.deepEqual(
    outcomes.map(({ job_id, result }) => [job_id, result?.answers]),
    CHILDREN.map((key) => [derivedId('job', [jobId, key]), [`${key}-a`, `${key}-b`]]),
  );
  assert.deepEqual(new Map([...finished.keys()].map((name) => [name, pages.asked(name)])), finished);
  assert.equal(finished.size, STEPS.length + CHILD_STEPS.length - unfinished.length);

  // No child was started twice; a retry resets the parent, and the two children that had not succeeded.
  const runs = await listRuns(system, client.tenant, 1 + CHILDREN.length + 3);
  const ids = [jobId, ...outcomes.map(({ job_id }) => job_id)];
  assert.deepEqual(new Set(runs.map(({ execution }) => execution.workflowId)), new Set(ids));

  await replay(JSON.parse(await showHistory(system, jobId)), jobId);

  const events = await eventsOf(client, jobId);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    gapless(events),
  );
  const completed = events.flatMap(({ type, data }) => (type === 'job.progress' ? [data['completed']] : []));
  assert.deepEqual(
    completed,
    [97, 100].flatMap((count) => Array.from({ length: count }, (_event, index) => index + 1)),
  );
  for (const [type, count] of Object.entries({
    'job.queued': 1,
    'job.started': 2,
    'job.failed': 1,
    'job.succeeded': 1,
  })) {
    assert.equal(events.filter((event) => event.type === type).length, count, type);
  }
  assert.equal(events.at(-1)?.type, 'job.succeeded');

  const spent = STEPS.length + CHILD_STEPS.length;
  assert.deepEqual(status.usage, [{ source: 'web', unit: 'calls', amount: spent }]);
  const database = openDatabase(postgres.url);
  const [record, totals] = await Promise.all([readRecord(database, jobId), readUsageTotals(database)]);
  await database.close();
  assert.deepEqual(record?.events, events);
  assert.deepEqual(record?.childrenUsage, [{ source: 'web', unit: 'calls', amount: CHILD_STEPS.length }]);
  assert.deepEqual(totals, status.usage);

  const attempts = [...STEPS, ...CHILD_STEPS].reduce((sum, name) => sum + pages.asked(name), 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  context.diagnostic(`5 kills in ${seconds} s, ${attempts} attempts of ${spent} steps, ${events.length} events`);
});

test('a cancellation ends all steps and all children', async (context) => {
  const client = await api.client();
  const { pages, jobId } = await startHundred(client);
  pages.release(STEPS.slice(0, 10));
  await client.waitUntil(jobId, 'has finished ten steps', ({ progress }) => progress?.completed === 10);
  const asked = performance.now();
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  const { children, usage } = await client.waitFor(jobId, 'cancelled');
  await until('nobody waits', async () => pages.waiting().length === 0 || undefined);
  context.diagnostic(`cancelled in ${((performance.now() - asked) / 1000).toFixed(1)} s`);
  assert.deepEqual(children, { ...NONE, cancelled: 20 });
  assert.deepEqual(usage, [{ source: 'web', unit: 'calls', amount: 10 }]);
  for (const key of CHILDREN) assert.equal((await client.status(derivedId('job', [jobId, key]))).state, 'cancelled');
  const events = await eventsOf(client, jobId);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    gapless(events),
  );
});
