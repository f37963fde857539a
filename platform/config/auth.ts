/** Authentication settings: which tokens the API accepts. */
import type { SettingsReader } from './reader.ts';

/** Tokens that the service issues to anyone who asks. */
export interface DevAuth {
  readonly mode: 'dev';
  /** Signs development tokens (HS256). */
  readonly devSecret: string;
}

/** Names of the claims that an identity is read from; a path such as `realm_access.roles` addresses nested claims. */
export interface ClaimNames {
  readonly subject: string;
  readonly tenant: string;
  readonly roles: string;
}

/** Settings common to all ways of verifying an identity provider's tokens. */
interface ProviderAuth {
  /** Required audience of the tokens. */
  readonly audience: string;
  /** Tolerated clock skew between the provider and this machine. */
  readonly clockSkewSeconds: number;
  /** How long the result of a verification is cached; never past the token's expiry. */
  readonly cacheSeconds: number;
  readonly claims: ClaimNames;
}

/** JWTs, verified against the provider's published keys. */
export interface JwksAuth extends ProviderAuth {
  readonly mode: 'jwks';
  readonly issuer: string;
  /** URL of the keys; `null`: read from the issuer's discovery document. */
  readonly jwksUrl: string | null;
  /** Accepted signature algorithms, all asymmetric. */
  readonly algorithms: readonly string[];
}

/** Tokens of any kind, verified by token introspection at the provider (RFC 7662). */
export interface IntrospectionAuth extends ProviderAuth {
  readonly mode: 'introspection';
  /** `null` only when `introspectionUrl` is given. */
  readonly issuer: string | null;
  /** URL of the introspection endpoint; `null`: read from the issuer's discovery document. */
  readonly introspectionUrl: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
}

export type AuthConfig = DevAuth | JwksAuth | IntrospectionAuth;
export type AuthMode = AuthConfig['mode'];

/**
 * Algorithms verified with a public key. With a shared-key algorithm (HS*) an attacker could use the provider's
 * public key as the secret.
 */
const ASYMMETRIC: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

const MAX_CLOCK_SKEW_SECONDS = 300;
/** A revoked token must be refused after this time. */
const MAX_CACHE_SECONDS = 30;

export function readAuth(reader: SettingsReader): AuthConfig {
  const { env, problems } = reader;
  const mode = env['SERVICE_AUTH_MODE']?.trim();
  switch (mode) {
    case 'jwks':
      return readJwks(reader);
    case 'introspection':
      return readIntrospection(reader);
    case 'dev':
      if (env['NODE_ENV'] === 'production') {
        problems.push('SERVICE_AUTH_MODE=dev issues tokens to anyone and is refused with NODE_ENV=production.');
      }
      return readDev(reader);
    default:
      problems.push(
        `SERVICE_AUTH_MODE is ${mode ? `"${mode}"` : 'not set'}. Fix: set it to "jwks" or "introspection", or ` +
          'to "dev" for development.',
      );
      return { mode: 'dev', devSecret: '' };
  }
}

function readDev({ text, problems }: SettingsReader): DevAuth {
  const devSecret = text('DEV_AUTH_SECRET');
  if (devSecret && devSecret.length < 32) problems.push('DEV_AUTH_SECRET is short. Fix: give at least 32 characters.');
  return { mode: 'dev', devSecret };
}

function readJwks(reader: SettingsReader): JwksAuth {
  const algorithms = reader.list('AUTH_ALGORITHMS', 'RS256,ES256');
  const refused = algorithms.filter((name) => !ASYMMETRIC.has(name));
  if (refused.length > 0 || algorithms.length === 0) {
    reader.problems.push(
      `AUTH_ALGORITHMS holds ${refused.join(', ') || 'nothing'}. Fix: name some of ${[...ASYMMETRIC].join(', ')}.`,
    );
  }
  return {
    mode: 'jwks',
    issuer: address(reader, 'AUTH_ISSUER', reader.text('AUTH_ISSUER')),
    jwksUrl: optionalAddress(reader, 'AUTH_JWKS_URL'),
    algorithms,
    ...readProvider(reader),
  };
}

function readIntrospection(reader: SettingsReader): IntrospectionAuth {
  const introspectionUrl = optionalAddress(reader, 'AUTH_INTROSPECTION_URL');
  const issuer = optionalAddress(reader, 'AUTH_ISSUER');
  if (issuer === null && introspectionUrl === null) {
    reader.problems.push('AUTH_ISSUER is not set. Fix: set it, or AUTH_INTROSPECTION_URL.');
  }
  return {
    mode: 'introspection',
    issuer,
    introspectionUrl,
    clientId: reader.text('AUTH_CLIENT_ID'),
    clientSecret: reader.text('AUTH_CLIENT_SECRET'),
    ...readProvider(reader),
  };
}

function readProvider(reader: SettingsReader): ProviderAuth {
  return {
    audience: reader.text('AUTH_AUDIENCE'),
    clockSkewSeconds: seconds(reader, 'AUTH_CLOCK_SKEW_SECONDS', 30, MAX_CLOCK_SKEW_SECONDS),
    cacheSeconds: seconds(reader, 'AUTH_CACHE_SECONDS', MAX_CACHE_SECONDS, MAX_CACHE_SECONDS),
    claims: {
      subject: reader.text('AUTH_CLAIM_SUBJECT', 'sub'),
      tenant: reader.text('AUTH_CLAIM_TENANT', 'tenant_id'),
      roles: reader.text('AUTH_CLAIM_ROLES', 'roles'),
    },
  };
}

function seconds({ integer, problems }: SettingsReader, name: string, fallback: number, maximum: number): number {
  const value = integer(name, fallback, 0);
  if (value > maximum) problems.push(`${name} is "${value}". Fix: give at most ${maximum}.`);
  return value;
}

function optionalAddress(reader: SettingsReader, name: string): string | null {
  const value = reader.env[name]?.trim();
  return value ? address(reader, name, value) : null;
}

/** The value unchanged, since issuers are compared exactly. The caller reports an absent one. */
function address({ problems }: SettingsReader, name: string, value: string): string {
  const url = URL.parse(value);
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (value !== '' && !isAddress) {
    problems.push(
      `${name} is not an http or https address without user name. Fix: give one, such as https://id.example.com.`,
    );
  }
  return value;
}
