import { ServiceError } from '../../errors/index.ts';

/** The error for an invalid token (RFC 6750). `detail` states the reason and must not contain the token. */
export function invalidToken(detail: string): ServiceError {
  return new ServiceError('unauthorized', detail, { error: 'invalid_token' });
}
