import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCESS_LEVELS, DEFAULT_ACCESS_POLICY, decideAccess, enforceAccess } from '../../../domain/access/policy.ts';
import type { AccessPolicy, Accessor, Guarded } from '../../../domain/access/policy.ts';
import { runs } from '../../support/depth.ts';

const word = fc.constantFrom('a', 'b', 'c', 'd');
const words = fc.uniqueArray(word);
const tenant = fc.constantFrom('t1', 't2');
const accessor: fc.Arbitrary<Accessor> = fc.record({
  tenantId: tenant,
  subject: fc.constantFrom('ann', 'ben'),
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
const guarded: fc.Arbitrary<Guarded> = fc.record({
  tenantId: tenant,
  ownerSubject: fc.constantFrom('ann', 'ben'),
  accessPolicy: policy,
});

const holds = (property: (who: Accessor, what: Guarded) => boolean): void =>
  fc.assert(fc.property(accessor, guarded, property), runs(10_000));
const allows = (who: Accessor, what: Guarded): boolean => decideAccess(who, what) === 'allowed';
const withPolicy = (what: Guarded, change: Partial<AccessPolicy>): Guarded => ({
  ...what,
  accessPolicy: { ...what.accessPolicy, ...change },
});

test('another tenant sees nothing, not even that something exists', () => {
  holds((who, what) => who.tenantId === what.tenantId || decideAccess(who, what) === 'hidden');
});

test('nothing is hidden within a tenant: a denial names its rule', () => {
  holds((who, what) => who.tenantId !== what.tenantId || decideAccess(who, what) !== 'hidden');
});

test('a deny rule always wins, even over the owner', () => {
  holds((who, what) => {
    const isDenied = what.accessPolicy.denied_role_keys.some((role) => who.roles.includes(role));
    return !isDenied || !allows(who, what);
  });
});

test('adding a denied role never widens access', () => {
  fc.assert(
    fc.property(accessor, guarded, word, (who, what, role) => {
      const denied_role_keys = [...what.accessPolicy.denied_role_keys, role];
      return allows(who, what) || !allows(who, withPolicy(what, { denied_role_keys }));
    }),
    runs(10_000),
  );
});

test('adding the first allowed role or purpose never widens a shared policy', () => {
  fc.assert(
    fc.property(accessor, guarded, word, (who, what, key) => {
      const open = withPolicy(what, { access_level: 'tenant_shared', allowed_role_keys: [], purpose_tags: [] });
      const narrowed = [withPolicy(open, { allowed_role_keys: [key] }), withPolicy(open, { purpose_tags: [key] })];
      return allows(who, open) || narrowed.every((what) => !allows(who, what));
    }),
    runs(10_000),
  );
});

test('only a denied role stops the owner', () => {
  holds((who, what) => {
    const isOwner = who.tenantId === what.tenantId && who.subject === what.ownerSubject;
    return !isOwner || ['allowed', 'denied_role'].includes(decideAccess(who, what));
  });
});

test('labels and constraints do not affect the decision', () => {
  fc.assert(
    fc.property(accessor, guarded, words, (who, what, classification_labels) => {
      const relabelled = withPolicy(what, { classification_labels, constraints: { any: 'thing' } });
      return decideAccess(who, what) === decideAccess(who, relabelled);
    }),
    runs(10_000),
  );
});

const ann: Accessor = { tenantId: 't1', subject: 'ann', roles: ['a'], purpose: null };
const bensThing = (change: Partial<AccessPolicy>): Guarded => ({
  tenantId: 't1',
  ownerSubject: 'ben',
  accessPolicy: { ...DEFAULT_ACCESS_POLICY, ...change },
});

test('the documented rules decide, and no others', () => {
  const decisions = {
    hidden: decideAccess({ ...ann, tenantId: 't2' }, bensThing({})),
    denied_role: decideAccess(ann, bensThing({ denied_role_keys: ['a'] })),
    private: decideAccess(ann, bensThing({ access_level: 'private' })),
    role_required: decideAccess(ann, bensThing({ access_level: 'restricted' })),
    purpose_required: decideAccess(ann, bensThing({ purpose_tags: ['research'] })),
    allowed: decideAccess({ ...ann, purpose: 'research' }, bensThing({ purpose_tags: ['research'] })),
  };
  for (const [expected, actual] of Object.entries(decisions)) assert.equal(actual, expected);
  const table = readFileSync(new URL('../../../docs/access-policy.md', import.meta.url), 'utf8');
  const documented = new Set([...table.matchAll(/^\| \d \|.*?\| `(\w+)` \|/gm)].map(([, decision]) => decision));
  assert.deepEqual(documented, new Set(Object.keys(decisions)));
});

test('hidden objects are not_found, denied ones are access_denied', () => {
  assert.throws(() => enforceAccess({ ...ann, tenantId: 't2' }, bensThing({}), 'object x'), { code: 'not_found' });
  const denied = bensThing({ access_level: 'private' });
  assert.throws(() => enforceAccess(ann, denied, 'object x'), {
    code: 'access_denied',
    details: { decision: 'private' },
  });
});
