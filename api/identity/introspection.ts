import type { IntrospectionAuth } from '../../platform/config/auth.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { identityOf } from './claims.ts';
import type { Claims } from './claims.ts';
import { discoverEndpoint } from './discovery.ts';
import { invalidToken } from './invalid-token.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import { askProvider } from './provider.ts';
import type { ProviderVerifier } from './provider.ts';
import { TokenMemory } from './token-memory.ts';
import type { Learned } from './token-memory.ts';

/** What the provider's answer means: an identity, or why the token is refused. Both are remembered. */
type Verdict = Identity | ServiceError;

/** Accepts the tokens that the provider calls active (RFC 7662) and that are meant for this service. */
export function introspectionVerifier(
  auth: IntrospectionAuth,
  logger: Logger,
  now: () => number = Date.now,
): ProviderVerifier {
  const memory = new TokenMemory<Verdict>(auth.cacheSeconds, now);
  const authorization = basicCredentials(auth.clientId, auth.clientSecret);
  let endpoint = auth.introspectionUrl;
  const discover = async (issuer: string) => (endpoint ??= await discoverEndpoint(issuer, 'introspection_endpoint'));

  const introspect = async (token: string): Promise<Claims> => {
    try {
      const url = endpoint ?? (await discover(auth.issuer ?? ''));
      return await askProvider(url, { authorization, fields: { token, token_type_hint: 'access_token' } });
    } catch (error) {
      logger.warn({ err: error }, 'token introspection failed');
      throw error;
    }
  };
  return {
    connect: async () => {
      if (endpoint === null && auth.issuer !== null) await discover(auth.issuer);
    },
    verify: async (token) => {
      const verdict = await memory.recall(token, async () => judge(await introspect(token), auth, now()));
      if (verdict instanceof ServiceError) throw verdict;
      return verdict;
    },
  };
}

function judge(answer: Claims, auth: IntrospectionAuth, nowMs: number): Learned<Verdict> {
  const { exp } = answer;
  const untilMs = typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
  try {
    checkAnswer(answer, auth, nowMs);
    return { value: identityOf(answer, auth.claims), untilMs };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { value: error, untilMs: Number.POSITIVE_INFINITY };
  }
}

/** Throws `unauthorized` for a token that must not be accepted here, whatever else it may be good for. */
function checkAnswer(answer: Claims, { issuer, audience, clockSkewSeconds }: IntrospectionAuth, nowMs: number): void {
  const { active, exp, nbf, iss, aud, token_type: type } = answer;
  const skewMs = clockSkewSeconds * 1000;
  if (active !== true) throw invalidToken('The token has expired, was revoked, or is unknown to its issuer.');
  if (exp !== undefined && !(Number(exp) * 1000 + skewMs > nowMs)) throw invalidToken('The token has expired.');
  if (nbf !== undefined && !(Number(nbf) * 1000 - skewMs <= nowMs)) throw invalidToken('The token is not valid yet.');
  if (issuer !== null && iss !== undefined && iss !== issuer)
    throw invalidToken('The token was issued by another issuer.');
  if (![aud].flat().includes(audience)) throw invalidToken('The token is for another audience.');
  // Refresh tokens, and tokens that are bound to a key which nobody here would check.
  const isBearer = type === undefined || (typeof type === 'string' && type.toLowerCase() === 'bearer');
  if (!isBearer) throw invalidToken('The token is not a bearer token.');
}

/** `client_secret_basic` (RFC 6749, 2.3.1): both parts are form-encoded first. */
function basicCredentials(id: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}
