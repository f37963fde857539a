/** Lists and single reads agree: over HTTP, a list shows exactly the objects that the same caller can read. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import { ACCESS_LEVELS } from '../../../domain/access/policy.ts';
import type { Client } from '../../support/service/client.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const text = new TextEncoder().encode('The gate closes at high water.');

const SUBJECTS = ['ann', 'ben'] as const;
const WORDS = ['a', 'b', 'c'] as const;
const words = fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 2 });
const subject = fc.constantFrom(...SUBJECTS);
const isOwnTenant = fc.boolean();

const stored = fc.record({
  isOwnTenant,
  subject,
  access_policy: fc.record({
    access_level: fc.constantFrom(...ACCESS_LEVELS),
    allowed_role_keys: words,
    denied_role_keys: words,
    purpose_tags: words,
  }),
});
const reader = fc.record({ subject, roles: words, purpose: fc.option(fc.constantFrom(...WORDS)) });
/** Objects are stored in batches, because storing them takes the most time. */
const batch = fc.record({
  objects: fc.array(stored, { minLength: 12, maxLength: 20 }),
  readers: fc.array(reader, { minLength: 6, maxLength: 6 }),
  limit: fc.integer({ min: 1, max: 25 }),
});

/** All objects that a list shows, page by page. */
async function listed(client: Client, headers: Record<string, string>, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const path = `/v1/storage/objects?limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const { body } = await client.send<{ items: StorageObject[]; next_cursor: string | null }>('GET', path, {
      headers,
    });
    ids.push(...body.items.map(({ object_id }) => object_id));
    if (body.next_cursor === null) return ids;
    cursor = body.next_cursor;
  }
}

/** The response to a read of an object. */
async function read(client: Client, headers: Record<string, string>, id: string): Promise<number> {
  return (await client.send('GET', `/v1/storage/objects/${id}`, { headers })).status;
}

test('a list shows exactly the objects that can be read', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(batch, async ({ objects, readers, limit }) => {
      const tenant = `t-${randomBytes(6).toString('hex')}`;
      const elsewhere = `${tenant}-other`;
      const ids = await Promise.all(
        objects.map(async ({ isOwnTenant: isOwn, subject: owner, access_policy }) => {
          const client = await api.client({ tenant: isOwn ? tenant : elsewhere, subject: owner });
          return (await client.upload(text, 'a.txt', { access_policy })).object_id;
        }),
      );
      for (const { subject: who, roles, purpose } of readers) {
        const client = await api.client({ tenant, subject: who, roles });
        const headers = { ...(purpose !== null && { 'X-Access-Purpose': purpose }) };
        const statuses = await Promise.all(ids.map((id) => read(client, headers, id)));
        for (const status of statuses) seen.add(status);
        const readable = ids.filter((_, index) => statuses[index] === 200);
        assert.deepEqual((await listed(client, headers, limit)).sort(), readable.sort());
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
  assert.deepEqual(seen, new Set([200, 403, 404]));
});
