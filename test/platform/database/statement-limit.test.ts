import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../../platform/database/client.ts';
import { faultOf } from '../../../platform/faults/fault.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';

const { url, database } = await ownDatabase();
const limited = openDatabase(url, { statementLimitMs: 200 });
after(() => limited.close());

/** Whatever the machine does, nobody waits for its end. */
const FOR_EVER = 3600;

const isTooLong = (error: unknown): boolean => faultOf(error) === 'too_long';

/** Statements of the limited database that Postgres runs. */
async function running(): Promise<number> {
  const [found] = await database.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep%'
      AND pid <> pg_backend_pid()`;
  return found?.count ?? 0;
}

test('a statement that takes too long is ended in the database, too, and its connection serves others', async () => {
  await assert.rejects(limited.db.$queryRaw`SELECT pg_sleep(${FOR_EVER})::text`, isTooLong);
  assert.equal(await running(), 0);
  assert.deepEqual(await limited.db.$queryRaw`SELECT 1 AS one`, [{ one: 1 }]);
});

test('so is one in a transaction', async () => {
  await assert.rejects(
    limited.db.$transaction((db) => db.$queryRaw`SELECT pg_sleep(${FOR_EVER})::text`),
    isTooLong,
  );
  assert.equal(await running(), 0);
});

test('other statements at the same time go on', async () => {
  const long = assert.rejects(limited.db.$queryRaw`SELECT pg_sleep(${FOR_EVER})::text`, isTooLong);
  for (let at = 0; at < 20; at++) assert.deepEqual(await limited.db.$queryRaw`SELECT ${at}::int AS at`, [{ at }]);
  await long;
});
