import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { writeRecord } from '../../../domain/jobs/records.ts';
import type { Usage } from '../../../domain/jobs/usage.ts';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { newId } from '../../../domain/ids.ts';

const database = sharedDatabase();
const { db } = database;

/**
 * Writes the records of a job, by default with a kind that no other test uses, so that nothing else counts in its
 * totals.
 */
function newJob(kind = `kind-${randomBytes(4).toString('hex')}`) {
  const now = new Date();
  const record = {
    id: newId('job'),
    tenantId: 't',
    kind,
    priority: 5,
    subject: 's',
    taskQueue: 'jobs',
    source: 'x',
    traceparent: '',
    createdAt: now,
    finishedAt: now,
    expiresAt: now,
    events: [],
  };
  const jobs = async (): Promise<number> => {
    const totals = await db.jobTotal.findMany({ where: { kind } });
    return totals.reduce((sum, total) => sum + Number(total.jobs), 0);
  };
  const totals = async () =>
    (await db.usageTotal.findMany({ where: { kind }, orderBy: [{ state: 'asc' }, { unit: 'asc' }] })).map(
      ({ state, source, unit, amount }) => `${state} ${source} ${unit} ${amount}`,
    );
  return {
    id: record.id,
    kind,
    jobs,
    totals,
    write: (runId: string, state: string, own: Usage, children: Usage = [], finishedAt = now) =>
      writeRecord(database, { ...record, runId, state, finishedAt }, { own, children }),
  };
}

const spent = (pages: number, usd: number): Usage => [
  { source: 'e', unit: 'pages', amount: pages },
  { source: 'm', unit: 'usd', amount: usd },
];

test('concurrent attempts that record a run count the job once, and a later run counts again', async () => {
  const { id, write, jobs } = newJob();
  await Promise.all(Array.from({ length: 6 }, () => write('first', 'succeeded', spent(3, 1))));
  assert.equal(await jobs(), 1);
  await Promise.all(Array.from({ length: 6 }, () => write('second', 'succeeded', spent(3, 1))));
  assert.equal(await jobs(), 2);
  assert.equal((await db.job.findUnique({ where: { id } }))?.runId, 'second');
});

test('the usage of a job is counted once in the totals; a later run adds only the difference', async () => {
  const { id, write, totals } = newJob();
  await Promise.all(Array.from({ length: 6 }, () => write('first', 'failed', spent(3, 0.25))));
  assert.deepEqual(await totals(), ['failed e pages 3', 'failed m usd 0.25']);
  await Promise.all(Array.from({ length: 6 }, () => write('second', 'succeeded', spent(10, 0.25))));
  assert.deepEqual(await totals(), ['failed e pages 3', 'failed m usd 0.25', 'succeeded e pages 7']);
  assert.deepEqual((await db.job.findUnique({ where: { id } }))?.usage, spent(10, 0.25));
});

test('totals never fall', async () => {
  const { write, totals } = newJob();
  await write('first', 'failed', spent(3, 0.25));
  await write('second', 'failed', spent(2, 0.5));
  assert.deepEqual(await totals(), ['failed e pages 3', 'failed m usd 0.5']);
});

test('a late attempt to record a run changes nothing once a later run has ended', async () => {
  const { id, write, jobs, totals } = newJob();
  const later = new Date(Date.now() + 1000);
  await write('first', 'failed', spent(3, 0.25));
  await write('second', 'succeeded', spent(10, 0.25), [], later);
  await write('first', 'failed', spent(3, 0.25));
  const record = await db.job.findUnique({ where: { id } });
  assert.deepEqual([record?.runId, record?.state, record?.finishedAt], ['second', 'succeeded', later]);
  assert.deepEqual(
    [await jobs(), await totals()],
    [2, ['failed e pages 3', 'failed m usd 0.25', 'succeeded e pages 7']],
  );
});

test('jobs of one kind that end at the same time are all counted', async () => {
  const { kind, jobs, totals } = newJob();
  await Promise.all(Array.from({ length: 8 }, () => newJob(kind).write('first', 'succeeded', spent(3, 0.25))));
  assert.deepEqual([await jobs(), await totals()], [8, ['succeeded e pages 24', 'succeeded m usd 2']]);
});

test('what its child jobs have spent is in a record, not in the totals, which count them by their own', async () => {
  const { id, write, totals } = newJob();
  await write('first', 'failed', spent(3, 0.25), spent(100, 10));
  await write('second', 'succeeded', spent(4, 0.25), spent(150, 20));
  assert.deepEqual(await totals(), ['failed e pages 3', 'failed m usd 0.25', 'succeeded e pages 1']);
  const record = await db.job.findUnique({ where: { id } });
  assert.deepEqual([record?.usage, record?.childrenUsage], [spent(4, 0.25), spent(150, 20)]);
});
