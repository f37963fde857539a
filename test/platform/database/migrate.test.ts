import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, beforeEach, test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../../platform/database/client.ts';
import { applyMigrations, sqlBetween } from '../../../platform/database/migrate.ts';
import { readMigrations, SCHEMA_FILE } from '../../../platform/database/schema-engine.ts';
import { startPglite } from '../../../platform/database/pglite.ts';

const server = await startPglite('memory://', 0, (error) => {
  throw error;
});
const client = new Client({ connectionString: server.url });
await client.connect();
beforeEach(() => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
after(async () => {
  await client.end();
  await server.stop();
});

/**
 * One line for every column, index and constraint of the public schema, without storage parameters, which Prisma cannot
 * describe.
 */
async function describeTables(): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT concat_ws(' ', table_name, column_name, udt_name, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
    UNION ALL SELECT regexp_replace(indexdef, ' WITH [(][^)]*[)]', '') FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> '_prisma_migrations'`);
  return rows.map((row) => row.line).sort();
}

test('migrations apply once, and the client then works', async () => {
  const names = (await readMigrations()).migrationDirectories.map((directory) => directory.path);
  assert.deepEqual(await applyMigrations(server.url), names);
  assert.deepEqual(await applyMigrations(server.url), []);

  const { db, close } = openDatabase(server.url);
  try {
    assert.deepEqual(await Promise.all([db.job.findMany(), db.document.findMany()]), [[], []]);
    const rows = await db.$queryRaw`SELECT '[3,4]'::vector <-> '[0,0]'::vector AS distance`;
    assert.deepEqual(rows, [{ distance: 5 }]);
  } finally {
    await close();
  }
});

test('the migrations produce the Prisma schema', async () => {
  // Prisma’s schema names the types of an extension, not the extension.
  await client.query('CREATE EXTENSION IF NOT EXISTS vector');
  await client.query(await sqlBetween(server.url, null, await readFile(SCHEMA_FILE, 'utf8')));
  const wanted = await describeTables();
  assert.ok(wanted.length > 20);
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await applyMigrations(server.url);
  const migrated = await describeTables();
  // What Prisma cannot describe (an index on vectors, say) may be there beside it.
  assert.deepEqual(
    wanted.filter((line) => !migrated.includes(line)),
    [],
    'Fix: npm run migrate -- --create NAME',
  );
});
