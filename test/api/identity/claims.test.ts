import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf } from '../../../api/identity/claims.ts';

const names = { subject: 'sub', tenant: 'tenant_id', roles: 'roles' };
const claims = { sub: 'alice', tenant_id: 'acme' };
const refused = (detail: RegExp) => ({ code: 'unauthorized', message: detail, details: { error: 'invalid_token' } });

test('needs nothing beyond a subject and a tenant', () => {
  assert.deepEqual(identityOf(claims, names), { subject: 'alice', tenantId: 'acme', roles: [], scopes: new Set() });
});

test('reads scopes from scope, otherwise from scp, as text or list', () => {
  const scopes = (more: object) => [...identityOf({ ...claims, ...more }, names).scopes];
  assert.deepEqual(scopes({ scope: 'parse:read  jobs:read ' }), ['parse:read', 'jobs:read']);
  assert.deepEqual(scopes({ scp: 'parse:read jobs:read' }), ['parse:read', 'jobs:read']);
  assert.deepEqual(scopes({ scp: ['parse:read'] }), ['parse:read']);
  assert.deepEqual(scopes({ scope: '', scp: ['parse:read'] }), []);
});

test('finds nested claims, and claims with dots in their names', () => {
  const roles = (path: string, more: object) => identityOf({ ...claims, ...more }, { ...names, roles: path }).roles;
  assert.deepEqual(roles('realm_access.roles', { realm_access: { roles: ['a', 'b'] } }), ['a', 'b']);
  assert.deepEqual(roles('https://example.com/roles', { 'https://example.com/roles': 'a' }), ['a']);
  assert.deepEqual(roles('resource_access.my.app.roles', { resource_access: { 'my.app': { roles: ['a'] } } }), ['a']);
  assert.deepEqual(roles('a.b', { 'a.b': ['whole'], a: { b: ['nested'] } }), ['whole']);
  assert.deepEqual(roles('a.b.c', { a: { b: 'text' } }), []);
});

for (const tenant of ['', 'a\nb', 'a\u0000', '\ud800', 'x'.repeat(256), 7, ['acme'], { id: 'acme' }, true]) {
  test(`refuses the tenant ${JSON.stringify(tenant).slice(0, 20)}`, () => {
    assert.throws(() => identityOf({ ...claims, tenant_id: tenant }, names), refused(/claim tenant_id is not text/));
  });
}

test('refuses unreadable roles and scopes, so that no denial is lost', () => {
  for (const roles of [7, {}, ['a', 7], [''], [['a']]]) {
    assert.throws(() => identityOf({ ...claims, roles }, names), refused(/claim roles is not a list/));
  }
  for (const scope of [7, {}, ['a', null]]) {
    assert.throws(() => identityOf({ ...claims, scope }, names), refused(/scopes are malformed/));
  }
});
