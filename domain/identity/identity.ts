/** Who a request comes from. */
export interface Identity {
  readonly subject: string;
  readonly tenantId: string;
  readonly roles: readonly string[];
  readonly scopes: ReadonlySet<string>;
}

/** Who sends the request, and for what purpose: an {@link Accessor} of access policies. */
export interface Caller extends Identity {
  /** `X-Access-Purpose`; `null` when the request states none. */
  readonly purpose: string | null;
}

/** The caller of an operation that needs no token. It belongs to no tenant and has no scopes. */
export const ANONYMOUS: Identity = { subject: 'anonymous', tenantId: '', roles: [], scopes: new Set() };

/**
 * Turns a bearer token into an identity. Rejects with `ServiceError('unauthorized')` when the token is not valid, and
 * `unavailable` when the identity provider is needed and does not respond.
 */
export type VerifyToken = (token: string) => Promise<Identity>;
