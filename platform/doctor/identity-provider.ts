import { ok, warn } from './report.ts';
import type { Report } from './report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const FIX = 'check AUTH_ISSUER and AUTH_JWKS_URL, and that this machine reaches the provider.';

/** The identity provider that the settings name: its discovery document and its keys. */
export async function checkIdentityProvider(report: Report, env: Environment): Promise<void> {
  const issuer = env['AUTH_ISSUER']?.trim().replace(/\/+$/, '');
  if (env['SERVICE_AUTH_MODE'] === 'dev') {
    await report.check('identity', FIX, () =>
      warn(
        'development tokens: anyone gets one',
        'before others use it, set SERVICE_AUTH_MODE to your identity provider.',
      ),
    );
    return;
  }
  const found = { keys: env['AUTH_JWKS_URL']?.trim() ?? '' };
  if (issuer) {
    await report.check('identity provider', FIX, async (signal) => {
      const discovery = await readJson(`${issuer}/.well-known/openid-configuration`, signal);
      const { jwks_uri: keys } = discovery;
      if (typeof keys === 'string') found.keys ||= keys;
      return ok(`${issuer} answers`);
    });
  }
  if (!found.keys) return;
  await report.check('identity provider keys', FIX, async (signal) => {
    const { keys } = await readJson(found.keys, signal);
    if (!Array.isArray(keys) || keys.length === 0) throw new Error(`${found.keys} holds no keys.`);
    return ok(`${keys.length} at ${found.keys}`);
  });
}

async function readJson(address: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
  return { ...Object(await answer.json()) };
}
