/**
 * On whose behalf a model is called, for endpoints that share themselves fairly between tenants, as the embedder does.
 * Others ignore it.
 */
import { createHmac, randomBytes } from 'node:crypto';

export const FAIRNESS_HEADER = 'x-fairness-key';

/** Of this process: an endpoint cannot tell which tenant it is, nor recognize it later. */
const SECRET = randomBytes(32);

/** The same for all calls of a tenant by this process. */
export function fairnessHeader(tenantId: string): Readonly<Record<string, string>> {
  return { [FAIRNESS_HEADER]: createHmac('sha256', SECRET).update(tenantId).digest('hex').slice(0, 16) };
}
