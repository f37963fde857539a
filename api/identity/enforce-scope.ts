import type { Identity } from '../../domain/identity/identity.ts';
import type { Scope } from '../../domain/identity/scopes.ts';
import { ServiceError } from '../../errors/index.ts';

/** Throws `insufficient_scope` unless the token carries the scope. */
export function enforceScope({ scopes }: Identity, scope: Scope): void {
  if (scopes.has(scope)) return;
  throw new ServiceError('insufficient_scope', `The token is missing the scope ${scope}.`, { scope });
}
