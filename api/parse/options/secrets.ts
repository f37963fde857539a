/** The secrets that a request names. */
import { passwordSecretName } from '../../../domain/parse/secrets.ts';
import type { ParseOptions } from '../../../engines/parse/options.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';

/** An issue for each secret that the operator has not set. */
export async function unknownSecrets(
  { secrets }: Pick<Services, 'secrets'>,
  { password_ref }: Pick<ParseOptions, 'password_ref'>,
): Promise<ValidationIssue[]> {
  if (password_ref === null) return [];
  const secret = passwordSecretName(password_ref);
  if ((await secrets.read(secret)).length > 0) return [];
  const msg = `There is no secret with this name. The operator sets it as ${secret}: see docs/parsing.md.`;
  return [{ loc: ['body', 'options', 'password_ref'], msg, type: 'unknown_secret' }];
}
