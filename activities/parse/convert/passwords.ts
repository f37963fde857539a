import { passwordSecretName } from '../../../domain/parse/secrets.ts';
import type { ParseOptions } from '../../../engines/parse/options.ts';
import type { ParseInput } from '../../../engines/parse/documents/types.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/**
 * The passwords that a request names, for a converter process alone: they are read when they are needed, and go nowhere else. Throws
 * `credential_missing` when the operator has removed them since the request.
 */
export async function passwordsOf(
  secrets: Secrets,
  { password_ref }: Pick<ParseOptions, 'password_ref'>,
): Promise<Pick<ParseInput, 'passwords'>> {
  if (password_ref === null) return {};
  const secret = passwordSecretName(password_ref);
  const passwords = await secrets.read(secret);
  if (passwords.length > 0) return { passwords };
  throw new ServiceError('credential_missing', `The secret ${secret} of options.password_ref does not exist.`, {
    secret,
    field: 'options.password_ref',
  });
}
