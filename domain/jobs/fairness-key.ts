import { createHash } from 'node:crypto';

/** The tenant as a name that Temporal takes, which is at most 64 bytes long: so that none starves another. */
export function fairnessKey(tenantId: string): string {
  return Buffer.byteLength(tenantId) <= 64 ? tenantId : createHash('sha256').update(tenantId).digest('hex');
}
