import type { JwksAuth } from '../../platform/config/auth.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { identityOf } from './claims.ts';
import { discoverEndpoint } from './discovery.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import { verifyJwt } from './jwt.ts';
import { ProviderKeys } from './provider-keys.ts';
import { askProvider } from './provider.ts';
import type { ProviderVerifier } from './provider.ts';
import { TokenMemory } from './token-memory.ts';

/** Accepts JWTs of one issuer for one audience, signed with a key that the issuer publishes. */
export function jwksVerifier(auth: JwksAuth, logger: Logger, now: () => number = Date.now): ProviderVerifier {
  const { issuer, audience, claims: names } = auth;
  const fetchKeys = async () => askProvider(auth.jwksUrl ?? (await discoverEndpoint(issuer, 'jwks_uri')));
  const keys = new ProviderKeys(fetchKeys, logger, now);
  const memory = new TokenMemory<Identity>(auth.cacheSeconds, now);
  const options = { issuer, audience, algorithms: [...auth.algorithms], clockTolerance: auth.clockSkewSeconds };
  return {
    connect: async () => void (await keys.refresh()),
    verify: (token) =>
      memory.recall(token, async () => {
        const claims = await verifyJwt(token, keys.keyOf, { ...options, currentDate: new Date(now()) });
        return { value: identityOf(claims, names), untilMs: claims.exp * 1000 };
      }),
  };
}
