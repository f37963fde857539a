import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jwksVerifier } from '../../../api/identity/jwks.ts';
import { createVerifier } from '../../../api/identity/verifier.ts';
import type { JwksAuth } from '../../../platform/config/auth.ts';
import { ConfigError } from '../../../platform/config.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { Client } from '../../support/service/client.ts';
import { AUDIENCE, makeKey, startIssuer } from '../../support/servers/issuer.ts';
import type { Issuer } from '../../support/servers/issuer.ts';
import { openSystem } from '../../support/service/system.ts';

const logger = createLogger('silent', 'test');
const COOL_DOWN_MS = 5000;

function settings({ issuer, jwksUrl }: Issuer): JwksAuth {
  return {
    mode: 'jwks',
    issuer,
    jwksUrl,
    audience: AUDIENCE,
    algorithms: ['RS256'],
    clockSkewSeconds: 30,
    cacheSeconds: 30,
    claims: { subject: 'sub', tenant: 'tenant_id', roles: 'roles' },
  };
}

/** A verifier, its issuer, and the clock that it sees. */
async function start() {
  const issuer = await startIssuer();
  const clock = { ms: Date.now() };
  const { verify } = jwksVerifier(settings(issuer), logger, () => clock.ms);
  return { issuer, clock, verify };
}

test('a new key is fetched when the first token signed with it arrives', async () => {
  const { issuer, clock, verify } = await start();
  await verify(await issuer.sign());
  const second = await makeKey('second');
  issuer.keys = [...issuer.keys, second];
  clock.ms += COOL_DOWN_MS;
  await verify(await issuer.sign({}, second));
  await verify(await issuer.sign({ sub: 'bob' }, second));
  assert.equal(issuer.asked(), 2);
});

test('any number of tokens with unknown keys cause one request to the provider per cool-down', async () => {
  const { issuer, clock, verify } = await start();
  const unknown = await makeKey('unknown');
  const attack = async (): Promise<void> => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, i) => issuer.sign({ sub: `attacker ${i}` }, unknown)),
    );
    await Promise.all(tokens.map((token) => assert.rejects(verify(token), { code: 'unauthorized' })));
  };
  await attack();
  assert.equal(issuer.asked(), 1);
  clock.ms += COOL_DOWN_MS;
  await attack();
  assert.equal(issuer.asked(), 2);
});

test('while the provider is unavailable, known keys work, unknown ones are unavailable, and requests are limited', async () => {
  const { issuer, clock, verify } = await start();
  await verify(await issuer.sign());
  const second = await makeKey('second');
  issuer.away = true;
  clock.ms += 11 * 60_000;
  const inAnHour = Math.floor(clock.ms / 1000) + 3600;
  await verify(await issuer.sign({ sub: 'bob', exp: inAnHour }));
  await verify(await issuer.sign({ sub: 'carol', exp: inAnHour }));
  for (let i = 0; i < 5; i++) {
    await assert.rejects(verify(await issuer.sign({ exp: inAnHour }, second)), { code: 'unavailable' });
  }
  assert.equal(issuer.asked(), 2);

  issuer.away = false;
  issuer.keys = [second];
  clock.ms += COOL_DOWN_MS;
  await verify(await issuer.sign({ exp: inAnHour }, second));
  await assert.rejects(verify(await issuer.sign({ sub: 'dave', exp: inAnHour })), { code: 'unauthorized' });
});

test('a withdrawn key is refused once the cached keys have expired', async () => {
  const { issuer, clock, verify } = await start();
  await verify(await issuer.sign());
  issuer.keys = [await makeKey('second')];
  await verify(await issuer.sign({ sub: 'bob' }));
  clock.ms += 10 * 60_000;
  const token = await issuer.sign({ sub: 'carol', exp: Math.floor(clock.ms / 1000) + 60 });
  await assert.rejects(verify(token), { code: 'unauthorized' });
});

test('a token is accepted until it expires, not longer', async () => {
  const { issuer, clock, verify } = await start();
  const exp = Math.floor(clock.ms / 1000) + 10;
  const token = await issuer.sign({ exp });
  await verify(token);
  clock.ms = (exp + 31) * 1000;
  await assert.rejects(verify(token), /has expired/);
});

test("an answer that is not a key set is the provider's fault", async () => {
  const issuer = await startIssuer();
  const { verify } = jwksVerifier(
    { ...settings(issuer), jwksUrl: `${issuer.issuer}/.well-known/openid-configuration` },
    logger,
  );
  await assert.rejects(verify(await issuer.sign()), { code: 'unavailable' });
});

test('does not start with a provider of another issuer', async () => {
  const issuer = await startIssuer();
  issuer.name = 'https://id.example.com';
  await assert.rejects(createVerifier({ ...settings(issuer), jwksUrl: null }, logger), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /^AUTH_ISSUER is "http:.*", but .* is about "https:\/\/id\.example\.com"\. Fix: .*$/s);
    return true;
  });
});

test('over HTTP: without its provider the service starts and reports that it is unavailable', async () => {
  const issuer = await startIssuer();
  issuer.away = true;
  const api = await openSystem().startApi({
    SERVICE_AUTH_MODE: 'jwks',
    AUTH_ISSUER: issuer.issuer,
    AUTH_AUDIENCE: AUDIENCE,
  });
  const client = Client.withToken(api.url, await issuer.sign());
  const { status, headers, body } = await client.send<{ code: string }>('GET', '/v1/parse/engines');
  assert.deepEqual([status, body.code], [503, 'unavailable']);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
});
