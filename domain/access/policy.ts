/** The access decision for objects, documents and the resources of later domains. Pure. */
import { Type } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import { decoder } from '../../platform/stored-json.ts';

export const ACCESS_LEVELS = ['private', 'tenant_shared', 'restricted'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export interface AccessPolicy {
  readonly access_level: AccessLevel;
  readonly classification_labels: readonly string[];
  readonly allowed_role_keys: readonly string[];
  readonly denied_role_keys: readonly string[];
  readonly purpose_tags: readonly string[];
  readonly constraints: Readonly<Record<string, unknown>>;
}

export const DEFAULT_ACCESS_POLICY: AccessPolicy = {
  access_level: 'tenant_shared',
  classification_labels: [],
  allowed_role_keys: [],
  denied_role_keys: [],
  purpose_tags: [],
  constraints: {},
};

/** Who requests access, and for what purpose. */
export interface Accessor {
  readonly tenantId: string;
  readonly subject: string;
  readonly roles: readonly string[];
  /** The purpose stated in the request (`X-Access-Purpose`); `null` when it states none. */
  readonly purpose: string | null;
}

/** The resource that access is requested to. */
export interface Guarded {
  readonly tenantId: string;
  readonly ownerSubject: string;
  readonly accessPolicy: AccessPolicy;
}

/**
 * `allowed`; `hidden`: the resource must appear not to exist; otherwise the rule that denies access. The first rule of
 * docs/access-policy.md that applies decides.
 */
export type AccessDecision = 'allowed' | 'hidden' | 'denied_role' | 'private' | 'role_required' | 'purpose_required';

export function decideAccess(accessor: Accessor, { tenantId, ownerSubject, accessPolicy }: Guarded): AccessDecision {
  const { access_level, allowed_role_keys, denied_role_keys, purpose_tags } = accessPolicy;
  const hasOneOf = (keys: readonly string[]): boolean => keys.some((key) => accessor.roles.includes(key));

  if (accessor.tenantId !== tenantId) return 'hidden';
  if (hasOneOf(denied_role_keys)) return 'denied_role';
  if (accessor.subject === ownerSubject) return 'allowed';
  if (access_level === 'private') return 'private';
  const needsRole = access_level === 'restricted' || allowed_role_keys.length > 0;
  if (needsRole && !hasOneOf(allowed_role_keys)) return 'role_required';
  const needsPurpose = purpose_tags.length > 0;
  if (needsPurpose && (accessor.purpose === null || !purpose_tags.includes(accessor.purpose)))
    return 'purpose_required';
  return 'allowed';
}

const keys = Type.Array(Type.String());
export const AccessPolicySchema = Type.Object({
  access_level: Type.Enum(ACCESS_LEVELS),
  classification_labels: keys,
  allowed_role_keys: keys,
  denied_role_keys: keys,
  purpose_tags: keys,
  constraints: Type.Record(Type.String(), Type.Unknown()),
});

const policyOf: (stored: unknown) => AccessPolicy = decoder('An access policy', AccessPolicySchema);

/** A row as {@link Guarded}. */
export function guardedBy(row: { tenantId: string; ownerSubject: string; accessPolicy: unknown }): Guarded {
  return { ...row, accessPolicy: policyOf(row.accessPolicy) };
}

/**
 * Throws `not_found` or `access_denied` unless {@link decideAccess} allows access; `what` describes the resource in the
 * message.
 */
export function enforceAccess(accessor: Accessor, guarded: Guarded, what: string): void {
  const decision = decideAccess(accessor, guarded);
  if (decision === 'allowed') return;
  if (decision === 'hidden') throw new ServiceError('not_found', `There is no ${what}.`);
  throw new ServiceError('access_denied', `The access policy of ${what} denies access: ${decision}.`, { decision });
}
