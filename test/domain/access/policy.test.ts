import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCESS_LEVELS, DEFAULT_ACCESS_POLICY, decideAccess, enforceAccess } from '../../../domain/access/policy.ts';
import type { AccessPolicy, Accessor, Guarded } from '../../../domain/access/policy.ts';

const CASES = { numRuns: 10_000 };

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
  fc.assert(fc.property(accessor, guarded, property), CASES);
const allows = (who: Accessor, what: Guarded): boolean => decideAccess(who, what) === 'allowed';
const withPolicy = (what: Guarded, change: Partial<AccessPolicy>): Guarded => ({
  ...what,
  accessPolicy: { ...what.accessPolicy, ...change },
});

test('another tenant never sees anything, nor that it is there', () => {
  holds((who, what) => who.tenantId === what.tenantId || decideAccess(who, what) === 'hidden');
});

test('nothing is hidden within a tenant: a denial says which rule', () => {
  holds((who, what) => who.tenantId !== what.tenantId || decideAccess(who, what) !== 'hidden');
});

test('deny always wins, over the owner too', () => {
  holds((who, what) => {
    const isDenied = what.accessPolicy.denied_role_keys.some((role) => who.roles.includes(role));
    return !isDenied || !allows(who, what);
  });
});

test('adding a denied role never widens', () => {
  fc.assert(
    fc.property(accessor, guarded, word, (who, what, role) => {
      const denied_role_keys = [...what.accessPolicy.denied_role_keys, role];
      return allows(who, what) || !allows(who, withPolicy(what, { denied_role_keys }));
    }),
    CASES,
  );
});

test('a first allowed role or purpose never widens a shared policy', () => {
  fc.assert(
    fc.property(accessor, guarded, word, (who, what, key) => {
      const open = withPolicy(what, { access_level: 'tenant_shared', allowed_role_keys: [], purpose_tags: [] });
      const narrowed = [withPolicy(open, { allowed_role_keys: [key] }), withPolicy(open, { purpose_tags: [key] })];
      return allows(who, open) || narrowed.every((what) => !allows(who, what));
    }),
    CASES,
  );
});

test('the owner is stopped by a denied role alone', () => {
  holds((who, what) => {
    const isOwner = who.tenantId === what.tenantId && who.subject === what.ownerSubject;
    return !isOwner || ['allowed', 'denied_role'].includes(decideAccess(who, what));
  });
});

test('labels and constraints decide nothing', () => {
  fc.assert(
    fc.property(accessor, guarded, words, (who, what, classification_labels) => {
      const relabelled = withPolicy(what, { classification_labels, constraints: { any: 'thing' } });
      return decideAccess(who, what) === decideAccess(who, relabelled);
    }),
    CASES,
  );
});

const ann: Accessor = { tenantId: 't1', subject: 'ann', roles: ['a'], purpose: null };
const bensThing = (change: Partial<AccessPolicy>): Guarded => ({
  tenantId: 't1',
  ownerSubject: 'ben',
  accessPolicy: { ...DEFAULT_ACCESS_POLICY, ...change },
});

test('each rule of the documentation, and no other, decides', () => {
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

test('what is hidden is not found, what is denied is named', () => {
  assert.throws(() => enforceAccess({ ...ann, tenantId: 't2' }, bensThing({}), 'object x'), { code: 'not_found' });
  const denied = bensThing({ access_level: 'private' });
  assert.throws(() => enforceAccess(ann, denied, 'object x'), {
    code: 'access_denied',
    details: { decision: 'private' },
  });
});
