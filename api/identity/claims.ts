/** Reads the identity from the claims of a verified token. */
import type { ClaimNames } from '../../platform/config/auth.ts';
import { isObject } from '../../platform/is-object.ts';
import { invalidToken } from './invalid-token.ts';
import type { Identity } from '../../domain/identity/identity.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Without control characters: identities are written to stores, logs and queries. */
const NAME = /^\P{Cc}{1,255}$/u;

/**
 * Reads subject, tenant, roles and scopes. Rejects a token without a subject or a tenant, or with malformed roles,
 * since ignoring them could lift a denial.
 */
export function identityOf(claims: Claims, names: ClaimNames): Identity {
  return {
    subject: nameIn(claims, names.subject, 'subject'),
    tenantId: nameIn(claims, names.tenant, 'tenant'),
    roles: rolesOf(claimAt(claims, names.roles), names.roles),
    scopes: new Set(scopesOf(claims['scope'] ?? claims['scp'])),
  };
}

/**
 * The claim at a path. A claim of exactly that name comes first, since names may hold dots themselves
 * (`https://example.com/roles`).
 */
function claimAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const found = claimAt(value[path.slice(0, dot)], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function nameIn(claims: Claims, path: string, what: string): string {
  const value = claimAt(claims, path);
  if (value === undefined || value === null)
    throw invalidToken(`The token has no ${what}: its claim ${path} is missing.`);
  if (!isName(value)) throw invalidToken(`The token's claim ${path} is not text of 1 to 255 characters.`);
  return value;
}

function rolesOf(value: unknown, path: string): readonly string[] {
  const roles = typeof value === 'string' ? [value] : (value ?? []);
  if (Array.isArray(roles) && roles.every(isName)) return roles;
  throw invalidToken(`The token's claim ${path} is not a list of role keys.`);
}

function scopesOf(value: unknown): readonly string[] {
  const scopes = typeof value === 'string' ? value.split(' ').filter(Boolean) : (value ?? []);
  if (Array.isArray(scopes) && scopes.every(isName)) return scopes;
  throw invalidToken("The token's scopes are malformed.");
}

/** Text with half a surrogate pair would change on its way to a store, and could become another's name. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value) && value.isWellFormed();
}
