import { ServiceError } from '../../platform/errors.ts';
import type { Route } from '../contract/route.ts';
import { ANONYMOUS } from './identity.ts';
import type { Identity, VerifyToken } from './identity.ts';

/** Lets a request through when its bearer token carries the scope of the operation (RFC 6750). */
export async function authorize(
  authorization: string | undefined,
  { scope, orScope }: Pick<Route, 'scope' | 'orScope'>,
  verifyToken: VerifyToken,
): Promise<Identity> {
  if (scope === 'public') return ANONYMOUS;
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization ?? '')?.[1];
  if (!token) {
    const malformed = authorization !== undefined;
    throw new ServiceError(
      'unauthorized',
      malformed ? 'The Authorization header is not "Bearer <ACCESS_TOKEN>".' : 'The request carries no token.',
      malformed ? { error: 'invalid_request' } : {},
    );
  }
  const identity = await verifyToken(token);
  if (!identity.scopes.has(scope) && !(orScope && identity.scopes.has(orScope))) {
    throw new ServiceError('insufficient_scope', `The token lacks the scope ${scope}.`, { scope });
  }
  return identity;
}
