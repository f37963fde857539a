import type { Accessor } from '../access/policy.ts';
import type { JobEnvelope } from './model.ts';

/** A job reads as its submitter. */
export function accessorOf({ tenant_id, subject, roles, purpose }: JobEnvelope): Accessor {
  return { tenantId: tenant_id, subject, roles, purpose };
}
