import type { PageRequest } from '../../../domain/parse/page-request.ts';
import { headerSecretFor, headerSecretName } from '../../../domain/parse/secrets.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/**
 * The headers of a request with the values of their secrets, which are read when they are sent and go nowhere else.
 * Throws `credential_missing` when one no longer exists for the origin of the address.
 */
export async function headersFor(
  secrets: Secrets,
  headers: PageRequest['headers'],
  url: string,
): Promise<Readonly<Record<string, string>>> {
  const { origin } = new URL(url);
  const values = Object.entries(headers).map(async ([name, value]): Promise<[string, string]> => {
    if (typeof value === 'string') return [name, value];
    const secret = headerSecretName(value.secret_ref);
    const text = headerSecretFor(await secrets.read(secret), origin);
    if (text !== null) return [name, value.prefix + text];
    const message = `There is no secret ${secret} that may be sent to ${origin}.`;
    throw new ServiceError('credential_missing', message, { secret, field: `options.request_headers.${name}` });
  });
  return Object.fromEntries(await Promise.all(values));
}
