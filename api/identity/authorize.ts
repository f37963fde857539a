import { ServiceError } from '../../errors/index.ts';
import type { Scope } from '../../domain/identity/scopes.ts';
import { ANONYMOUS } from '../../domain/identity/identity.ts';
import { enforceScope } from './enforce-scope.ts';
import { invalidToken } from './invalid-token.ts';
import type { Identity, VerifyToken } from '../../domain/identity/identity.ts';

/** Maximum token length. Providers' tokens have 1 to 4 KB. */
const MAX_TOKEN_CHARACTERS = 8192;

/** Lets a request through when its bearer token carries the scope of the operation (RFC 6750). */
export async function authorize(
  authorization: string | undefined,
  { scope, orScope }: { readonly scope: Scope | 'public'; readonly orScope?: Scope },
  verifyToken: VerifyToken,
): Promise<Identity> {
  if (scope === 'public') return ANONYMOUS;
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization ?? '')?.[1];
  if (!token) {
    const malformed = authorization !== undefined;
    throw new ServiceError(
      'unauthorized',
      malformed ? 'The Authorization header is not "Bearer <ACCESS_TOKEN>".' : 'The request has no token.',
      malformed ? { error: 'invalid_request' } : {},
    );
  }
  if (token.length > MAX_TOKEN_CHARACTERS) {
    throw invalidToken(`The token has more than ${MAX_TOKEN_CHARACTERS} characters.`);
  }
  const identity = await verifyToken(token);
  if (!(orScope && identity.scopes.has(orScope))) enforceScope(identity, scope);
  return identity;
}
