import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../../../platform/config.ts';
import { readConfig } from '../../../domain/settings.ts';

const others = {
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  DATABASE_URL: 'postgres://127.0.0.1/tidemill',
  S3_ENDPOINT: 'http://127.0.0.1:8333',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const jwks = { SERVICE_AUTH_MODE: 'jwks', AUTH_ISSUER: 'https://id.example.com/', AUTH_AUDIENCE: 'tidemill' };
const introspection = {
  SERVICE_AUTH_MODE: 'introspection',
  AUTH_INTROSPECTION_URL: 'http://keycloak:8080/introspect',
  AUTH_AUDIENCE: 'tidemill',
  AUTH_CLIENT_ID: 'tidemill',
  AUTH_CLIENT_SECRET: 'secret',
};
const dev = { SERVICE_AUTH_MODE: 'dev', DEV_AUTH_SECRET: 'x'.repeat(32) };

test('reads the settings of each mode and requires none of the others', () => {
  const provider = {
    audience: 'tidemill',
    clockSkewSeconds: 30,
    cacheSeconds: 30,
    claims: { subject: 'sub', tenant: 'tenant_id', roles: 'roles' },
  };
  assert.deepEqual(readConfig({ ...others, ...dev }).auth, { mode: 'dev', devSecret: dev.DEV_AUTH_SECRET });
  assert.deepEqual(readConfig({ ...others, ...jwks }).auth, {
    mode: 'jwks',
    issuer: 'https://id.example.com/',
    jwksUrl: null,
    algorithms: ['RS256', 'ES256'],
    ...provider,
  });
  assert.deepEqual(readConfig({ ...others, ...introspection }).auth, {
    mode: 'introspection',
    issuer: null,
    introspectionUrl: 'http://keycloak:8080/introspect',
    clientId: 'tidemill',
    clientSecret: 'secret',
    ...provider,
  });
});

const REFUSED: readonly (readonly [name: string, env: Record<string, string>, line: RegExp])[] = [
  ['no mode', {}, /^SERVICE_AUTH_MODE is not set\. Fix: .*$/],
  ['an unknown mode', { SERVICE_AUTH_MODE: 'none' }, /^SERVICE_AUTH_MODE is "none"\. Fix: .*$/],
  ['development tokens in production', { ...dev, NODE_ENV: 'production' }, /^SERVICE_AUTH_MODE=dev .* refused .*$/],
  ['no issuer', { ...jwks, AUTH_ISSUER: '' }, /^AUTH_ISSUER is not set\. Fix: .*$/],
  ['an issuer that is no address', { ...jwks, AUTH_ISSUER: 'id.example.com' }, /^AUTH_ISSUER is not an http .*$/],
  ['keys from a file', { ...jwks, AUTH_JWKS_URL: 'file:///etc/keys' }, /^AUTH_JWKS_URL is not an http .*$/],
  ['no audience', { ...jwks, AUTH_AUDIENCE: '' }, /^AUTH_AUDIENCE is not set\. Fix: .*$/],
  ['shared-key algorithms', { ...jwks, AUTH_ALGORITHMS: 'RS256,HS256' }, /^AUTH_ALGORITHMS holds HS256\. Fix: .*$/],
  ['unsigned tokens', { ...jwks, AUTH_ALGORITHMS: 'none' }, /^AUTH_ALGORITHMS holds none\. Fix: .*$/],
  ['no algorithm', { ...jwks, AUTH_ALGORITHMS: ',' }, /^AUTH_ALGORITHMS holds nothing\. Fix: .*$/],
  ['a long memory', { ...jwks, AUTH_CACHE_SECONDS: '31' }, /^AUTH_CACHE_SECONDS is "31"\. Fix: .*$/],
  ['a clock that is far off', { ...jwks, AUTH_CLOCK_SKEW_SECONDS: '301' }, /^AUTH_CLOCK_SKEW_SECONDS is "301"\. .*$/],
  ['nowhere to ask', { ...introspection, AUTH_INTROSPECTION_URL: '' }, /^AUTH_ISSUER is not set\. Fix: .*$/],
  ['no credentials to ask with', { ...introspection, AUTH_CLIENT_SECRET: '' }, /^AUTH_CLIENT_SECRET is not set\. .*$/],
];

for (const [name, env, line] of REFUSED) {
  test(`refuses ${name}, in one line`, () => {
    assert.throws(
      () => readConfig({ ...others, ...env }),
      (error: unknown) => error instanceof ConfigError && line.test(error.message),
    );
  });
}
