/** Headers of the requests to an endpoint. */
import { mayReceive, targetSecretName } from '../../../domain/evaluation/targets.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { EvaluationSettings } from '../../../domain/evaluation/settings.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Endpoint } from './target.ts';

/**
 * With the key that the target names. Throws `credential_missing` for a key that no longer exists or that the operator
 * no longer lets this endpoint have: a job can wait for a long time after it was submitted.
 */
export async function headersOf(
  secrets: Secrets,
  evaluation: Pick<EvaluationSettings, 'targetOrigins'>,
  { url, secret_ref }: Endpoint,
): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Tidemill' };
  if (secret_ref === null) return headers;
  const secret = targetSecretName(secret_ref);
  const { origin } = new URL(url);
  if (!mayReceive(evaluation, secret_ref, new URL(url))) {
    const detail = `EVAL_TARGET_ORIGINS no longer allows ${origin} to receive the key ${secret_ref}.`;
    throw new ServiceError('credential_missing', detail, { secret });
  }
  const [key] = await secrets.read(secret);
  if (key === undefined)
    throw new ServiceError('credential_missing', `The secret ${secret} no longer exists.`, { secret });
  return { ...headers, authorization: `Bearer ${key}` };
}
