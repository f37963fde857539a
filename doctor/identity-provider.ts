/** Checks the identity provider. */
import type { AuthConfig } from '../platform/config/auth.ts';
import { fail, ok, warn } from './report.ts';
import type { Report } from './report.ts';

const REACH = 'check AUTH_ISSUER, and that this machine can reach the provider.';
const DEV = 'before others use the service, set SERVICE_AUTH_MODE to jwks or introspection.';
const KEYS = 'check AUTH_JWKS_URL.';
const ASK = 'check AUTH_INTROSPECTION_URL, AUTH_CLIENT_ID and AUTH_CLIENT_SECRET.';

/** Checks the discovery document if one is needed, then the keys or the introspection endpoint. */
export async function checkIdentityProvider(report: Report, auth: AuthConfig): Promise<void> {
  if (auth.mode === 'dev') {
    await report.check('identity', DEV, () => warn('development tokens: anyone can get one', DEV));
    return;
  }
  const [given, member] =
    auth.mode === 'jwks' ? [auth.jwksUrl, 'jwks_uri'] : [auth.introspectionUrl, 'introspection_endpoint'];
  const found = { address: given ?? '' };
  if (given === null) {
    await report.check('identity provider', REACH, async (signal) => {
      const document = await askJson(`${auth.issuer?.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal });
      if (document['issuer'] !== auth.issuer) {
        return fail(`its issuer is ${String(document['issuer'])}`, 'set AUTH_ISSUER to exactly this value.');
      }
      const address = document[member];
      if (typeof address !== 'string') return fail(`its discovery document has no ${member}`, REACH);
      found.address = address;
      return ok(`${auth.issuer} responds`);
    });
  }
  if (!found.address) return;
  if (auth.mode === 'jwks') {
    await report.check('identity provider keys', KEYS, async (signal) => {
      const { keys } = await askJson(found.address, { signal });
      const count = Array.isArray(keys) ? keys.length : 0;
      return count > 0 ? ok(`${count} at ${found.address}`) : fail(`${found.address} has none`, KEYS);
    });
    return;
  }
  await report.check('identity introspection', ASK, async (signal) => {
    const credentials = [auth.clientId, auth.clientSecret].map(encodeURIComponent).join(':');
    const { active } = await askJson(found.address, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ token: 'doctor' }),
      signal,
    });
    return active === false ? ok(`${found.address} responds`) : fail(`${found.address} did not return "active"`, ASK);
  });
}

async function askJson(address: string, request: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(address, { ...request, redirect: 'manual' });
  if (!answer.ok) throw new Error(`${address} returned ${answer.status}.`);
  return { ...Object(await answer.json()) };
}
