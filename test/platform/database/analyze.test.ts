/** The planner of the embedded database knows the size of its tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { analyzeChanged } from '../../../platform/database/pglite.ts';

test('a table that has changed is analyzed, another is not', async () => {
  const engine = await PGlite.create('memory://');
  try {
    const estimates = async (): Promise<unknown> => {
      const { rows } = await engine.query(
        `SELECT relname, reltuples FROM pg_class WHERE relname IN ('large', 'small') ORDER BY relname`,
      );
      return rows;
    };
    await engine.exec('CREATE TABLE large (n int); CREATE TABLE small (n int)');
    await engine.exec(
      'INSERT INTO large SELECT generate_series(1, 500); INSERT INTO small SELECT generate_series(1, 40)',
    );
    await engine.exec('SELECT pg_stat_force_next_flush()');
    await analyzeChanged(engine);
    assert.deepEqual(await estimates(), [
      { relname: 'large', reltuples: 500 },
      { relname: 'small', reltuples: -1 },
    ]);
  } finally {
    await engine.close();
  }
});
