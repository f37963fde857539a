import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT, UnsecuredJWT, exportSPKI, importJWK } from 'jose';
import { Client } from '../../support/service/client.ts';
import { AUDIENCE, makeKey, startIssuer } from '../../support/servers/issuer.ts';
import { openSystem } from '../../support/service/system.ts';

const issuer = await startIssuer();
const api = await openSystem().startApi({
  SERVICE_AUTH_MODE: 'jwks',
  NODE_ENV: 'production',
  AUTH_ISSUER: issuer.issuer,
  AUTH_AUDIENCE: AUDIENCE,
});

interface Problem {
  readonly code: string;
  readonly detail: string;
}

const read = (token: string) => Client.withToken(api.url, token).send<Problem>('GET', '/v1/parse/engines');
const now = Math.floor(Date.now() / 1000);

/** A token that says it is signed with a shared key: the issuer's public key, which everyone has. */
async function confused(): Promise<string> {
  const [key] = issuer.keys;
  assert.ok(key);
  const publicKey = await importJWK(key.publicJwk, 'RS256');
  assert.ok(!(publicKey instanceof Uint8Array));
  return new SignJWT({ scope: 'parse:read', tenant_id: 'acme' })
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .setIssuer(issuer.issuer)
    .setAudience(AUDIENCE)
    .setSubject('alice')
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(await exportSPKI(publicKey)));
}

function unsigned(): string {
  const claims = { iss: issuer.issuer, aud: AUDIENCE, sub: 'alice', tenant_id: 'acme', scope: 'parse:read' };
  return new UnsecuredJWT(claims).setExpirationTime('5m').encode();
}

/** The claims of one good token with the signature of another. */
async function tampered(): Promise<string> {
  const [header, payload] = (await issuer.sign({ tenant_id: 'victim' })).split('.');
  const [, , signature] = (await issuer.sign()).split('.');
  return [header, payload, signature].join('.');
}

const ATTACKS: readonly (readonly [name: string, token: () => string | Promise<string>, detail: RegExp])[] = [
  ['expired', () => issuer.sign({ exp: now - 31 }), /has expired/],
  ['without expiry', () => issuer.sign({ exp: undefined }), /claim exp/],
  ['not valid yet', () => issuer.sign({ nbf: now + 120 }), /not valid yet/],
  ['for another audience', () => issuer.sign({ aud: 'payroll' }), /another audience/],
  ['from another issuer', () => issuer.sign({ iss: 'https://id.example.com' }), /another issuer/],
  ['from an issuer of almost the same name', () => issuer.sign({ iss: `${issuer.issuer}/` }), /another issuer/],
  ['without a signature (alg: none)', unsigned, /algorithm/],
  ['signed with the public key as a shared one (HS256)', confused, /algorithm/],
  ['signed with an unknown key', async () => issuer.sign({}, await makeKey('unknown')), /a key that its issuer/],
  ['signed with a key of a known name', async () => issuer.sign({}, await makeKey('first')), /not valid/],
  ['with changed claims', tampered, /not valid/],
  ['without a tenant', () => issuer.sign({ tenant_id: undefined }), /has no tenant: its claim tenant_id/],
  ['without a subject', () => issuer.sign({ sub: undefined }), /has no subject/],
  ['that is garbage', () => 'garbage', /not valid/],
  ['that is garbage in three parts', () => 'AAAA.////.++++', /not valid/],
  ['that is too long', () => issuer.sign({ padding: 'x'.repeat(8000) }), /more than 8192 characters/],
];

for (const [name, token, detail] of ATTACKS) {
  test(`refuses a token ${name}`, async () => {
    const { status, headers, body } = await read(await token());
    assert.deepEqual([status, body.code], [401, 'unauthorized']);
    assert.equal(headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    assert.match(body.detail, detail);
  });
}

test('accepts the valid token, and a clock that is slightly off', async () => {
  assert.equal((await read(await issuer.sign())).status, 200);
  assert.equal(
    (await read(await issuer.sign({ aud: ['other', AUDIENCE], scope: undefined, scp: ['parse:read'] }))).status,
    200,
  );
  assert.equal((await read(await issuer.sign({ nbf: now + 15 }))).status, 200);
});

test('names the missing scope of a token', async () => {
  const { status, headers, body } = await read(await issuer.sign({ scope: 'parse:write parse:reader' }));
  assert.deepEqual([status, body.code], [403, 'insufficient_scope']);
  assert.equal(headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="parse:read"');
});

test('asks for a token, and says so when the header contains none', async () => {
  const absent = await Client.anonymous(api.url).send('GET', '/v1/parse/engines');
  assert.deepEqual([absent.status, absent.headers.get('www-authenticate')], [401, 'Bearer']);
  for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer a b', 'Bearer tok"en']) {
    const answer = await Client.anonymous(api.url).send('GET', '/v1/parse/engines', { headers: { authorization } });
    assert.deepEqual(
      [answer.status, answer.headers.get('www-authenticate')],
      [401, 'Bearer error="invalid_request"'],
      authorization,
    );
  }
});

test('tenants come from the tokens', async () => {
  const scope = 'storage:write storage:read';
  const mine = Client.withToken(api.url, await issuer.sign({ scope, tenant_id: 'mine' }));
  const theirs = Client.withToken(api.url, await issuer.sign({ scope, tenant_id: 'theirs' }));
  const { object_id } = await mine.upload(Buffer.from('private'), 'a.txt');
  assert.equal((await mine.send('GET', `/v1/storage/objects/${object_id}`)).status, 200);
  assert.equal((await theirs.send('GET', `/v1/storage/objects/${object_id}`)).status, 404);
});

test('issues no development tokens', async () => {
  for (const body of [{}, { lifetime_seconds: 'wrong' }]) {
    const { status } = await Client.anonymous(api.url).send('POST', '/v1/dev/auth/token', { body });
    assert.equal(status, 404);
  }
});
