/**
 * An issuer of JWTs on loopback that does whatever a test wants: it publishes keys, signs anything, rotates, goes away.
 */
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import type { ServerResponse } from 'node:http';
import { servePages } from './page-server.ts';

export const AUDIENCE = 'tidemill';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function makeKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } };
}

export interface Issuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** What it publishes. */
  keys: readonly SigningKey[];
  /** What its discovery document calls it. */
  name: string;
  /** Whether it ends every connection without an answer. */
  away: boolean;
  /** How often its keys were asked for. */
  asked(): number;
  /** A token that is good for five minutes, unless `claims` say otherwise; `undefined` leaves a claim out. */
  sign(claims?: Readonly<Record<string, unknown>>, key?: SigningKey): Promise<string>;
}

export async function startIssuer(): Promise<Issuer> {
  const answer = (body: () => object) => (_request: unknown, response: ServerResponse) => {
    if (state.away) response.destroy();
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body()));
  };
  const pages = await servePages({
    '.well-known/openid-configuration': answer(() => ({ issuer: state.name, jwks_uri: state.jwksUrl })),
    jwks: answer(() => ({ keys: state.keys.map(({ publicJwk }) => publicJwk) })),
  });
  const issuer = pages.url('').replace(/\/$/, '');
  const first = await makeKey('first');
  const state: Issuer = {
    issuer,
    jwksUrl: pages.url('jwks'),
    keys: [first],
    name: issuer,
    away: false,
    asked: () => pages.requests.get('/jwks') ?? 0,
    sign: (claims = {}, { kid, privateKey } = first) => {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: AUDIENCE, sub: 'alice', tenant_id: 'acme', iat: now, exp: now + 300 };
      return new SignJWT({ ...usual, scope: 'parse:read', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
        .sign(privateKey);
    },
  };
  return state;
}
