import { ServiceError } from '../../errors/index.ts';

/** Refuses a token as RFC 6750 says; `detail` tells its holder why, and must not repeat it. */
export function invalidToken(detail: string): ServiceError {
  return new ServiceError('unauthorized', detail, { error: 'invalid_token' });
}
