/** The embedded database behind its wire protocol, with the client that the service uses. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { startPglite } from '../../../platform/database/pglite.ts';

const server = await startPglite('memory://', 0, assert.ifError);
after(server.stop);

/** A parameter of 5 MB and a result of 20 MB. */
const LARGE = 'SELECT length($1::text) AS given, repeat($2::text, 20000000) AS made';

test('large parameters and large results of several connections reach their own client', async () => {
  await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (letter) => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      try {
        const { rows } = await client.query<{ given: number; made: string }>(LARGE, ['x'.repeat(5_000_000), letter]);
        assert.equal(rows[0]?.given, 5_000_000);
        assert.ok(rows[0]?.made === letter.repeat(20_000_000));
        const small = await client.query<{ still: number }>('SELECT 1 AS still');
        assert.deepEqual(small.rows, [{ still: 1 }]);
      } finally {
        await client.end();
      }
    }),
  );
});
