import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDatabase } from '../../support/servers/shared-database.ts';
import { newId } from '../../../domain/ids.ts';

const database = sharedDatabase();
const { db } = database;

const HALF = '\ud800';
const OTHER_HALF = '\udc00';

function store(filename: string, metadata: Record<string, unknown>, tags: readonly string[] = []) {
  const now = new Date();
  const row = { tenantId: 't', ownerSubject: 's', accessPolicy: {}, currentVersion: 1, mediaType: 'x', createdAt: now };
  const data = { id: newId('obj'), ...row, filename, metadata: JSON.parse(JSON.stringify(metadata)), tags: [...tags] };
  return db.storageObject.create({ data, select: { filename: true, metadata: true, tags: true } });
}

test('characters that Postgres cannot store are removed from every text, list and JSON value', async () => {
  assert.deepEqual(
    await store(`a\0b${HALF}c😀`, { 'k\0ey': `\0v${HALF}${HALF}${OTHER_HALF}${OTHER_HALF}😀`, deep: [{ x: '\0' }] }, [
      '\0tag',
      OTHER_HALF,
    ]),
    {
      filename: 'ab\ufffdc😀',
      metadata: { key: `v\ufffd${HALF}${OTHER_HALF}\ufffd😀`, deep: [{ x: '' }] },
      tags: ['tag', '\ufffd'],
    },
  );
});

test('text that only looks like an escape is unchanged', async () => {
  const metadata = { a: String.raw`\u0000 \\u0000 \ud800`, b: '\\', c: '"\n\u001f', d: String.raw`\\` };
  assert.deepEqual((await store(String.raw`\u0000\ud800`, metadata)).metadata, metadata);
});

test('raw statements are no exception, and lookups find what was stored', async () => {
  const jobId = newId('job');
  await db.$executeRaw`INSERT INTO job_slot (job_id, tenant_id, priority, created_at)
    VALUES (${`${jobId}\0`}, ${`t\0${HALF}`}, 1, now())`;
  assert.partialDeepStrictEqual(await db.jobSlot.findUnique({ where: { jobId: `\0${jobId}` } }), {
    jobId,
    tenantId: 't\ufffd',
  });
  const [row] = await db.$queryRaw<unknown[]>`SELECT ${{ a: `\0${HALF}` }}::jsonb AS json, ${['\0a']}::text[] AS list`;
  assert.deepEqual(row, { json: { a: '\ufffd' }, list: ['a'] });
});

test('a long run of removed characters costs no more than other text of its length', async () => {
  const long = '\0'.repeat(1_000_000);
  assert.deepEqual(await store(long, { long, halves: HALF.repeat(1000) }), {
    filename: '',
    metadata: { long: '', halves: '\ufffd'.repeat(1000) },
    tags: [],
  });
});
