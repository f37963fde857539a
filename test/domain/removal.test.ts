/** Every table and every prefix of the object store belongs to a domain, which says what removes what is in it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OBJECTS, TABLES } from '../../domain/manifests/index.ts';
import { openDatabase } from '../../platform/database/client.ts';
import { startPglite } from '../../platform/database/pglite.ts';
import { emptyDatabase } from '../support/servers/empty-database.ts';

// By the migrations of this tree: the guide's test runs this file in a copy that has one more.
const server = await startPglite(await emptyDatabase(), 0, (error) => {
  throw error;
});
const { db, close } = openDatabase(server.url);
after(async () => {
  await close();
  await server.stop();
});

/** Columns of each table of the schema, as its migrations made it. */
const columns = Map.groupBy(
  await db.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name::text AS table, column_name::text AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`,
  ({ table }) => table,
);

function has(table: string, ...names: readonly string[]): void {
  const own = new Set(columns.get(table)?.map(({ column }) => column));
  for (const name of names) assert.ok(own.has(name), `${table} has no column ${name}`);
}

test('every table of the schema belongs to a domain', () => {
  assert.deepEqual([...columns.keys()].sort(), Object.keys(TABLES).sort());
});

test('rows that name a job are removed with it', () => {
  for (const [table, removal] of Object.entries(TABLES)) {
    if (removal.by === 'job') has(table, removal.column, 'created_at');
    else assert.ok(!columns.get(table)?.some(({ column }) => column === 'job_id'), table);
  }
});

test('rows that are removed by cascade reference their parent row', async () => {
  const cascades = await db.$queryRaw<{ table: string; of: string }[]>`
    SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS of FROM pg_constraint
      WHERE confdeltype = 'c'`;
  for (const [table, removal] of Object.entries(TABLES)) {
    if (removal.by !== 'cascade') continue;
    assert.ok(
      cascades.some((key) => key.table === table && key.of === removal.of),
      `${table} does not refer to ${removal.of} with ON DELETE CASCADE`,
    );
  }
});

test('the declared columns of object keys exist', () => {
  for (const removal of Object.values(OBJECTS)) {
    if (removal.by !== 'row') continue;
    for (const { table, column, states } of removal.keys) has(table, column, ...(states ? ['state'] : []));
  }
});

/** Columns of keys that name no object of the store. */
const NAMES = new Set(['knowledge_dataset.dataset_key', 'evaluation_dataset.dataset_key']);

test('every column of object keys is known to the removal of orphans or of jobs', () => {
  const held = new Set(
    Object.values(OBJECTS).flatMap((removal) =>
      removal.by === 'row' ? removal.keys.map(({ table, column }) => `${table}.${column}`) : [],
    ),
  );
  for (const [table, { by }] of Object.entries(TABLES)) {
    if (by === 'job' || by === 'cascade') continue;
    for (const { column } of columns.get(table) ?? []) {
      if (/(^|_)key$/.test(column) && !NAMES.has(`${table}.${column}`))
        assert.ok(held.has(`${table}.${column}`), `${table}.${column}`);
    }
  }
});
