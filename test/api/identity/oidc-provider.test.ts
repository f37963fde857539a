import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVerifier } from '../../../api/identity/verifier.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { Client } from '../../support/service/client.ts';
import { JWT_AUDIENCE, OPAQUE_AUDIENCE, SERVICE, startOidcProvider } from '../../support/servers/oidc-provider.ts';
import { openSystem } from '../../support/service/system.ts';

const provider = await startOidcProvider();
const logger = createLogger('silent', 'test');
const common = { issuer: provider.issuer, clockSkewSeconds: 30, cacheSeconds: 30 };

test('verifies a JWT with the keys found by discovery', async () => {
  const verify = await createVerifier(
    {
      ...common,
      mode: 'jwks',
      jwksUrl: null,
      audience: JWT_AUDIENCE,
      algorithms: ['RS256'],
      claims: { subject: 'sub', tenant: 'tenant_id', roles: 'realm_access.roles' },
    },
    logger,
  );
  const expected = {
    subject: 'caller',
    tenantId: 'acme',
    roles: ['analyst', 'editor'],
    scopes: new Set(['parse:read', 'jobs:read']),
  };
  assert.deepEqual(await verify(await provider.token(JWT_AUDIENCE, 'parse:read jobs:read')), expected);
  await assert.rejects(verify(await provider.token(OPAQUE_AUDIENCE, 'parse:read')), { code: 'unauthorized' });
});

test('verifies an opaque token by introspection', async () => {
  const verify = await createVerifier(
    {
      ...common,
      ...SERVICE,
      mode: 'introspection',
      introspectionUrl: null,
      audience: OPAQUE_AUDIENCE,
      claims: { subject: 'client_id', tenant: 'tenant_id', roles: 'realm_access.roles' },
    },
    logger,
  );
  assert.deepEqual(await verify(await provider.token(OPAQUE_AUDIENCE, 'parse:read')), {
    subject: 'caller',
    tenantId: 'acme',
    roles: ['analyst', 'editor'],
    scopes: new Set(['parse:read']),
  });
  await assert.rejects(verify(await provider.token('https://other.example/', 'parse:read')), /another audience/);
});

test('over HTTP: a revoked token is refused', async () => {
  const api = await openSystem().startApi({
    SERVICE_AUTH_MODE: 'introspection',
    AUTH_ISSUER: provider.issuer,
    AUTH_AUDIENCE: OPAQUE_AUDIENCE,
    AUTH_CLIENT_ID: SERVICE.clientId,
    AUTH_CLIENT_SECRET: SERVICE.clientSecret,
    AUTH_CLAIM_SUBJECT: 'client_id',
    AUTH_CACHE_SECONDS: '0',
  });
  const token = await provider.token(OPAQUE_AUDIENCE, 'parse:read');
  const client = Client.withToken(api.url, token);
  assert.equal((await client.send('GET', '/v1/parse/engines')).status, 200);
  const lacking = await client.send('GET', '/v1/health/ready');
  assert.equal(lacking.status, 403);
  assert.match(lacking.headers.get('www-authenticate') ?? '', /error="insufficient_scope", scope="health:read"/);

  await provider.revoke(token);
  const revoked = await client.send('GET', '/v1/parse/engines');
  assert.deepEqual([revoked.status, revoked.headers.get('www-authenticate')], [401, 'Bearer error="invalid_token"']);
});
