/** The policy in SQL decides as the policy in code. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { ACCESS_LEVELS, decideAccess } from '../../../domain/access/policy.ts';
import type { AccessPolicy, Accessor, Guarded } from '../../../domain/access/policy.ts';
import { guardedColumns, readableBy } from '../../../domain/access/predicate.ts';
import { openDatabase } from '../../../platform/database/client.ts';
import { startPglite } from '../../../platform/database/pglite.ts';
import { runs } from '../../support/depth.ts';

const server = await startPglite('memory://', 0, (error) => {
  throw error;
});
const { db, close } = openDatabase(server.url);
after(async () => {
  await close();
  await server.stop();
});

const word = fc.constantFrom('a', 'b', "it's", '"q"');
const words = fc.uniqueArray(word);
const tenant = fc.constantFrom('t1', 't2');
const subject = fc.constantFrom('ann', 'ben');
const accessor: fc.Arbitrary<Accessor> = fc.record({
  tenantId: tenant,
  subject,
  roles: words,
  purpose: fc.option(word),
});
const policy: fc.Arbitrary<AccessPolicy> = fc.record({
  access_level: fc.constantFrom(...ACCESS_LEVELS),
  classification_labels: words,
  allowed_role_keys: words,
  denied_role_keys: words,
  purpose_tags: words,
  constraints: fc.constant({}),
});
const guarded: fc.Arbitrary<Guarded> = fc.record({ tenantId: tenant, ownerSubject: subject, accessPolicy: policy });

test('the condition holds for exactly the rows that the policy allows', async () => {
  await fc.assert(
    fc.asyncProperty(accessor, fc.array(guarded, { minLength: 50, maxLength: 50 }), async (who, rows) => {
      const stored = rows.map(({ tenantId, ownerSubject, accessPolicy }, id) => ({
        id,
        tenant_id: tenantId,
        owner_subject: ownerSubject,
        access_policy: accessPolicy,
      }));
      const readable = await db.$queryRaw<{ id: number }[]>`
        SELECT id FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
          AS guarded(id int, tenant_id text, owner_subject text, access_policy jsonb)
        WHERE ${readableBy(who, guardedColumns('guarded'))} ORDER BY id`;
      const allowed = rows.flatMap((row, id) => (decideAccess(who, row) === 'allowed' ? [id] : []));
      assert.deepEqual(
        readable.map(({ id }) => id),
        allowed,
      );
    }),
    runs(200),
  );
});
