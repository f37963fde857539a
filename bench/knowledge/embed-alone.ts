/** The embedding model without the service around it. */
import { ServiceError } from '../../errors/index.ts';
import { readSettings } from '../../platform/config.ts';
import { readAll } from '../../domain/settings.ts';
import { callsOf, embed } from '../../platform/models/embed.ts';
import { openEndpoint } from '../../platform/models/endpoint.ts';
import { openSecrets } from '../../platform/secrets.ts';
import type { Passage } from './cases.ts';

/** Enough to keep the model busy for some seconds. */
const SAMPLE = 256;
/** Calls at a time, as in the steps of a Cognify job. */
const LANES = 4;

/** Tokens that the model of these settings embeds a minute. Measured with the first passages. */
export async function embeddedPerMinute(
  env: Readonly<Record<string, string | undefined>>,
  passages: readonly Passage[],
): Promise<number> {
  const { models, secrets, network } = readSettings(env, readAll);
  const model = models.named[models.roles.embed ?? ''];
  if (model === undefined) throw new ServiceError('model_not_configured', 'No embedding model is configured.');
  const endpoint = openEndpoint(model, { secrets: openSecrets(secrets), network });
  const calls = callsOf(passages.slice(0, SAMPLE).map(({ title, text }) => `${title}\n${text}`));
  const { signal } = new AbortController();
  let tokens = 0;
  const lane = async (): Promise<void> => {
    for (const texts of calls) {
      const embedded = await embed(endpoint, texts, 'passage', { tenantId: 'bench', signal });
      tokens += embedded.tokens.input;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  return tokens / ((performance.now() - began) / 60_000);
}
