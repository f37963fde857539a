import { createHash } from 'node:crypto';

/** The tenant's fairness key, which prevents tenants from starving each other. Temporal limits it to 64 bytes. */
export function fairnessKey(tenantId: string): string {
  return Buffer.byteLength(tenantId) <= 64 ? tenantId : createHash('sha256').update(tenantId).digest('hex');
}
