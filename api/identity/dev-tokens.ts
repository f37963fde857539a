/** Development tokens: HS256, signed with the secret of this installation. */
import { SignJWT } from 'jose';
import { identityOf } from './claims.ts';
import type { Identity, VerifyToken } from '../../domain/identity/identity.ts';
import { verifyJwt } from './jwt.ts';
import { TokenMemory } from './token-memory.ts';

const ISSUER = 'tidemill-dev';
const AUDIENCE = 'tidemill';
const ALGORITHM = 'HS256';
const CLAIMS = { subject: 'sub', tenant: 'tenant_id', roles: 'roles' };
const MEMORY_SECONDS = 30;

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

/** Accepts what {@link issueDevToken} made with the same secret. */
export function devTokenVerifier(secret: string): VerifyToken {
  const key = new TextEncoder().encode(secret);
  const memory = new TokenMemory<Identity>(MEMORY_SECONDS);
  const options = { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE };
  return (token) =>
    memory.recall(token, async () => {
      const claims = await verifyJwt(token, key, options);
      return { value: identityOf(claims, CLAIMS), untilMs: claims.exp * 1000 };
    });
}
