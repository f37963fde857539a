/** Who a request comes from. */
export interface Identity {
  readonly subject: string;
  readonly tenantId: string;
  readonly roles: readonly string[];
  readonly scopes: ReadonlySet<string>;
}

/** The caller of an operation that needs no token. It belongs to no tenant and may do nothing else. */
export const ANONYMOUS: Identity = { subject: 'anonymous', tenantId: '', roles: [], scopes: new Set() };

/** Turns a bearer token into an identity. Rejects with `ServiceError('unauthorized')` when the token is not valid. */
export type VerifyToken = (token: string) => Promise<Identity>;
