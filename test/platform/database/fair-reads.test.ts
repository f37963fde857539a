import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../../platform/database/client.ts';
import { fairReads } from '../../../platform/database/fair-reads.ts';
import { startNativePostgres } from '../../support/servers/native-postgres.ts';
import { until } from '../../support/until.ts';

// Statements run side by side there, as in production: the embedded engine runs one at a time.
const postgres = await startNativePostgres();
const database = openDatabase(postgres.url);
const holder = new Client({ connectionString: postgres.url });
await holder.connect();
after(async () => {
  await holder.end();
  await database.close();
  await postgres.stop();
});

const LOCK = 815;
const STATEMENTS = 30;

test('however many statements of a tenant run, others are answered', async () => {
  const reads = fairReads(database, new AbortController().signal);
  const greedy = reads('greedy');
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  // Each waits for the lock, with a connection in hand.
  const held = Promise.all(
    Array.from(
      { length: STATEMENTS },
      () => greedy.db.$queryRaw`SELECT pg_advisory_xact_lock_shared(${LOCK})::text AS locked`,
    ),
  );
  await until('six statements wait', async () => {
    const { rows } = await holder.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${LOCK}`,
    );
    return rows[0]?.count === 6 || undefined;
  });
  assert.deepEqual(await reads('modest').db.$queryRaw`SELECT 1 AS one`, [{ one: 1 }]);
  assert.deepEqual(await database.db.$queryRaw`SELECT 2 AS two`, [{ two: 2 }]);
  await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
  assert.equal((await held).length, STATEMENTS);
});
