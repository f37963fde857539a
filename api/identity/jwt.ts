import { errors, jwtVerify } from 'jose';
import type { CryptoKey, JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import { invalidToken } from './invalid-token.ts';

/**
 * The claims of a signed token. It must expire. Rejects with `unauthorized` for a token that is not valid, and with
 * whatever `key` throws when it cannot determine the key.
 */
export async function verifyJwt(
  token: string,
  key: JWTVerifyGetKey | CryptoKey | Uint8Array,
  options: JWTVerifyOptions,
): Promise<JWTPayload & { exp: number }> {
  try {
    const getKey: JWTVerifyGetKey = typeof key === 'function' ? key : () => key;
    const { payload } = await jwtVerify<{ exp: number }>(token, getKey, { ...options, requiredClaims: ['exp'] });
    return payload;
  } catch (error) {
    throw error instanceof errors.JOSEError ? invalidToken(reason(error)) : error;
  }
}

function reason(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    switch (error.claim) {
      case 'nbf':
        return 'The token is not valid yet.';
      case 'iss':
        return 'The token was issued by another issuer.';
      case 'aud':
        return 'The token is for another audience.';
      default:
        return `The token's claim ${error.claim} is missing or invalid.`;
    }
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is signed with an algorithm that is not accepted.';
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'The token is signed with a key that its issuer does not publish.';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'The token does not say which key signed it (kid).';
  return 'The token is not valid.';
}
