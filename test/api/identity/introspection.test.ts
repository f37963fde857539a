import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { introspectionVerifier } from '../../../api/identity/introspection.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { AUDIENCE } from '../../support/servers/issuer.ts';
import { servePages } from '../../support/servers/page-server.ts';

const NOW_SECONDS = 1_800_000_000;
const logger = createLogger('silent', 'test');
const good = {
  active: true,
  aud: AUDIENCE,
  sub: 'alice',
  tenant_id: 'acme',
  scope: 'parse:read',
  exp: NOW_SECONDS + 600,
};

type Page = (response: ServerResponse) => void;

const json =
  (body: unknown): Page =>
  (response) =>
    response.end(JSON.stringify(body));

/** A verifier, what its provider answers, and the clock that it sees. */
async function start(page: Page = json(good)) {
  const state = { page, ms: NOW_SECONDS * 1000, asked: () => pages.requests.get('/introspect') ?? 0 };
  const pages = await servePages({ introspect: (_request, response) => state.page(response) });
  const auth = {
    mode: 'introspection',
    issuer: 'https://id.example.com',
    introspectionUrl: pages.url('introspect'),
    audience: AUDIENCE,
    clientId: 'tidemill',
    clientSecret: 'secret',
    clockSkewSeconds: 30,
    cacheSeconds: 30,
    claims: { subject: 'sub', tenant: 'tenant_id', roles: 'roles' },
  } as const;
  return { state, verify: introspectionVerifier(auth, logger, () => state.ms).verify };
}

test('a revoked token is refused within 30 s, and the provider is not asked more often than that', async () => {
  const { state, verify } = await start();
  await verify('a');
  state.page = json({ active: false });
  state.ms += 29_999;
  await verify('a');
  assert.equal(state.asked(), 1);
  state.ms += 1;
  await assert.rejects(verify('a'), { code: 'unauthorized' });
  await assert.rejects(verify('a'), { code: 'unauthorized' });
  assert.equal(state.asked(), 2);
});

test('an answer is not cached beyond the expiry of the token', async () => {
  const { state, verify } = await start(json({ ...good, exp: NOW_SECONDS + 10 }));
  await verify('a');
  state.page = json({ active: false });
  state.ms += 10_000;
  await assert.rejects(verify('a'), { code: 'unauthorized' });
});

test('concurrent requests with one token cause one introspection; another token causes its own', async () => {
  const held = Promise.withResolvers<void>();
  const { state, verify } = await start((response) => void held.promise.then(() => json(good)(response)));
  const verified = ['a', 'a', 'a', 'b', 'a'].map(verify);
  held.resolve();
  await Promise.all(verified);
  assert.equal(state.asked(), 2);
});

const REFUSED: readonly (readonly [name: string, answer: object, detail: RegExp])[] = [
  ['that is not active', { ...good, active: false }, /revoked/],
  ['whose state is no truth value', { ...good, active: 'true' }, /revoked/],
  ['that has expired', { ...good, exp: NOW_SECONDS - 30 }, /has expired/],
  ['with an expiry that is no time', { ...good, exp: 'tomorrow' }, /has expired/],
  ['that is not valid yet', { ...good, nbf: NOW_SECONDS + 31 }, /not valid yet/],
  ['of another issuer', { ...good, iss: 'https://evil.example.com' }, /another issuer/],
  ['for another audience', { ...good, aud: ['payroll'] }, /another audience/],
  ['without an audience', { ...good, aud: undefined }, /another audience/],
  ['that is no bearer token', { ...good, token_type: 'Refresh' }, /not a bearer token/],
  ['without a tenant', { ...good, tenant_id: null }, /has no tenant/],
];

for (const [name, answer, detail] of REFUSED) {
  test(`refuses a token ${name}`, async () => {
    const { verify } = await start(json(answer));
    await assert.rejects(verify('a'), { code: 'unauthorized', message: detail, details: { error: 'invalid_token' } });
  });
}

const FAILURES: readonly (readonly [name: string, page: Page])[] = [
  ['ends the connection', (response) => response.destroy()],
  ['does not answer', () => {}],
  ['refuses the credentials of the service', (response) => response.writeHead(401).end('{"error":"invalid_client"}')],
  ['fails', (response) => response.writeHead(500).end()],
  ['redirects', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['answers no JSON', (response) => response.end('<html>')],
  ['answers no object', json([good])],
  ['answers more than is read', json({ ...good, padding: 'x'.repeat(1024 * 1024) })],
];

for (const [name, page] of FAILURES) {
  test(`a provider that ${name} makes the service unavailable, and is retried`, async () => {
    const { state, verify } = await start(page);
    await assert.rejects(verify('a'), { code: 'unavailable' });
    state.page = json(good);
    assert.equal((await verify('a')).subject, 'alice');
  });
}

test('cached answers remain valid while the provider is unavailable', async () => {
  const { state, verify } = await start();
  await verify('a');
  state.page = (response) => response.destroy();
  assert.equal((await verify('a')).tenantId, 'acme');
  await assert.rejects(verify('b'), { code: 'unavailable' });
});
