/** Development tokens: HS256, signed with the secret of this installation. */
import { SignJWT, errors, jwtVerify } from 'jose';
import { ServiceError } from '../../platform/errors.ts';
import type { Identity, VerifyToken } from './identity.ts';

const ISSUER = 'tidemill-dev';
const AUDIENCE = 'tidemill';
const ALGORITHM = 'HS256';

export interface TokenGrant {
  readonly subject: string;
  readonly tenantId: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
}

export async function issueDevToken(secret: string, grant: TokenGrant): Promise<{ token: string; expiresAt: Date }> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + grant.lifetimeSeconds;
  const token = await new SignJWT({ scope: grant.scopes.join(' '), tenant_id: grant.tenantId, roles: [...grant.roles] })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(grant.subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(secret));
  return { token, expiresAt: new Date(expiresAt * 1000) };
}

export function devTokenVerifier(secret: string): VerifyToken {
  const key = new TextEncoder().encode(secret);
  return async (token) => {
    try {
      const { payload } = await jwtVerify<{ scope: string; tenant_id: string; roles: string[] }>(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'tenant_id', 'scope', 'exp'],
      });
      return identityOf(payload);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      const expired = error instanceof errors.JWTExpired;
      throw new ServiceError('unauthorized', expired ? 'The token has expired.' : 'The token is not valid.', {
        error: 'invalid_token',
      });
    }
  };
}

function identityOf(payload: { sub?: string; tenant_id: string; scope: string; roles?: string[] }): Identity {
  return {
    subject: payload.sub ?? '',
    tenantId: payload.tenant_id,
    roles: payload.roles ?? [],
    scopes: new Set(payload.scope.split(' ').filter(Boolean)),
  };
}
