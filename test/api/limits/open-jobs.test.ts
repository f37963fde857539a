import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenJobs } from '../../../api/limits/open-jobs.ts';

const TENANT = 'acme';

test('jobs started since the count are added to it', async () => {
  let asked = 0;
  const jobs = new OpenJobs(10, async () => {
    asked += 1;
    return 4;
  });
  (await jobs.reserve(TENANT, 4))?.settle(4);
  assert.equal(await jobs.reserve(TENANT, 3), null);
  const room = await jobs.reserve(TENANT, 2);
  assert.ok(room);
  assert.equal(await jobs.reserve(TENANT, 1), null, 'room that is reserved is taken');
  room.settle(0);
  assert.ok(await jobs.reserve(TENANT, 2), 'what was not started leaves its room');
  assert.equal(asked, 1);
});

test('concurrent submissions count once and share the remaining slots', async () => {
  const count = Promise.withResolvers<number>();
  let asked = 0;
  const jobs = new OpenJobs(10, () => {
    asked += 1;
    return count.promise;
  });
  const rooms = Array.from({ length: 50 }, () => jobs.reserve(TENANT, 1));
  count.resolve(7);
  assert.equal((await Promise.all(rooms)).filter((room) => room !== null).length, 3);
  assert.equal(asked, 1);
});

test('a tenant at its limit may still repeat a submission', async () => {
  const jobs = new OpenJobs(10, async () => 12);
  assert.equal(await jobs.reserve(TENANT, 1), null);
  assert.ok(await jobs.reserve(TENANT, 0));
});

test('a failed count is reported and retried', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => 0];
  const jobs = new OpenJobs(1, () => (answers.shift() ?? assert.fail('asked too often'))());
  await assert.rejects(jobs.reserve(TENANT, 1), /away/);
  assert.ok(await jobs.reserve(TENANT, 1));
});

test('a tenant far below its limit is counted less often than one near it', async () => {
  let clock = 0;
  let asked = 0;
  const count = async (): Promise<number> => {
    asked += 1;
    return 0;
  };
  const jobs = new OpenJobs(100, count, () => clock);
  const start = async (more: number): Promise<void> => (await jobs.reserve(TENANT, more))?.settle(more);
  await start(10);
  clock += 5000;
  await start(30);
  assert.equal(asked, 1);
  await start(30);
  assert.equal(asked, 2, 'more than half is taken, and the count is five seconds old');
  clock += 20_000;
  await start(1);
  assert.equal(asked, 3);
});
