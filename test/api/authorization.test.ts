import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { ALL_SCOPES } from '../../domain/identity/scopes.ts';
import { routes } from '../../api/routes.ts';
import { newId } from '../../domain/ids.ts';
import { Client } from '../support/service/client.ts';
import { setting } from '../support/service/infrastructure.ts';
import { sharedSystem } from '../support/service/system.ts';

const { api } = await sharedSystem();
const anonymous = Client.anonymous(api.url);

interface Problem {
  readonly code: string;
  readonly scope?: string;
}

const pathOf = (path: string): string => path.replace('{jobId}', newId('job')).replace('{objectId}', newId('obj'));
const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

for (const { method, path, scope, orScope } of routes.filter(({ scope }) => scope !== 'public')) {
  test(`${method} ${path} requires a token with ${[scope, orScope].filter(Boolean).join(' or ')}`, async () => {
    const without = await anonymous.send<Problem>(method, pathOf(path));
    assert.deepEqual([without.status, without.body.code], [401, 'unauthorized']);
    assert.equal(without.headers.get('www-authenticate'), 'Bearer', 'no error code when no token came (RFC 6750, 3.1)');

    const others = ALL_SCOPES.filter((other) => other !== scope && other !== orScope);
    const lacking = await (await api.client({ scopes: others })).send<Problem>(method, pathOf(path));
    assert.deepEqual([lacking.status, lacking.body.code, lacking.body.scope], [403, 'insufficient_scope', scope]);
    assert.equal(lacking.headers.get('www-authenticate'), `Bearer error="insufficient_scope", scope="${scope}"`);

    for (const enough of [scope, orScope].filter((name) => name !== undefined)) {
      const allowed = await (await api.client({ scopes: [enough] })).send(method, pathOf(path));
      assert.ok(![401, 403].includes(allowed.status), `${enough} is answered with ${allowed.status}`);
    }
  });
}

test('public operations need no token', async () => {
  for (const { method, path } of routes.filter(({ scope }) => scope === 'public')) {
    assert.equal((await anonymous.send(method, path)).status, 200, path);
  }
});

const claims = { tenant_id: 't', scope: 'jobs:read', roles: [] };
const signed = (secret: string, expires: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('tidemill-dev')
    .setAudience('tidemill')
    .setSubject('someone')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));

const badTokens: Readonly<Record<string, () => string | Promise<string>>> = {
  'no JWT': () => 'nonsense',
  'signed with another secret': () => signed('another secret of thirty-two bytes', '1h'),
  'without a signature': () => new UnsecuredJWT(claims).setSubject('someone').setExpirationTime('1h').encode(),
  expired: () => signed(setting('DEV_AUTH_SECRET'), '-1m'),
};

for (const [fault, make] of Object.entries(badTokens)) {
  test(`a token that is ${fault} is refused`, async () => {
    const { status, headers, body } = await anonymous.send<Problem>('GET', '/v1/jobs', withToken(await make()));
    assert.deepEqual([status, body.code], [401, 'unauthorized']);
    assert.equal(headers.get('www-authenticate'), 'Bearer error="invalid_token"');
  });
}

test('an Authorization header in another form is an invalid request', async () => {
  for (const header of ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'token']) {
    const { status, headers } = await anonymous.send('GET', '/v1/jobs', { headers: { Authorization: header } });
    assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer error="invalid_request"'], header);
  }
});

test('a development token identifies the requested subject', async () => {
  const body = { subject: 'ann', tenant: 'acme', scopes: ['jobs:read'], lifetime_seconds: 60 };
  const answer = await anonymous.send<Record<string, unknown>>('POST', '/v1/dev/auth/token', { body });
  assert.partialDeepStrictEqual(answer.body, {
    token_type: 'Bearer',
    expires_in: 60,
    scope: 'jobs:read',
    subject: 'ann',
    tenant: 'acme',
  });
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const token = String(answer.body['access_token']);
  assert.equal((await anonymous.send('GET', '/v1/jobs', withToken(token))).status, 200);
  assert.equal((await anonymous.send('GET', '/v1/parse/engines', withToken(token))).status, 403);
});
