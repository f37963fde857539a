import { ConfigError } from '../../platform/config.ts';
import { askProvider, providerAway } from './provider.ts';

/**
 * An endpoint from the issuer's OpenID Connect discovery document. Rejects with `unavailable` when it cannot be had; a
 * document of another issuer has a {@link ConfigError} as its cause, for the operator to see.
 */
export async function discoverEndpoint(
  issuer: string,
  endpoint: 'jwks_uri' | 'introspection_endpoint',
): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await askProvider(url);
  if (document['issuer'] !== issuer) {
    const found = String(document['issuer']);
    const fix = 'Fix: set AUTH_ISSUER to the issuer as the provider writes it.';
    throw providerAway(new ConfigError(`AUTH_ISSUER is "${issuer}", but ${url} is about "${found}". ${fix}`));
  }
  const address = document[endpoint];
  if (typeof address !== 'string' || !URL.canParse(address)) throw providerAway(new Error(`${url} has no ${endpoint}`));
  return address;
}
