/** The priority of a job, and the fairness of its tenant, as Temporal knows them. */
import { createHash } from 'node:crypto';
import { JOBS_TASK_QUEUE } from '../manifests/jobs.ts';

/**
 * Maps priorities 0 to 9 (higher runs first) to Temporal's five levels 1 to 5 (lower runs first). Two priorities share
 * a level.
 */
export function priorityKey(priority: number): number {
  return 5 - Math.floor(priority / 2);
}

/** The current priority of a job submitted with priority `submitted`, given its level in Temporal. */
export function currentPriority(submitted: number, key: number | null | undefined): number {
  return !key || key === priorityKey(submitted) ? submitted : (5 - key) * 2 + 1;
}

/** The tenant's fairness key, which prevents tenants from starving each other. Temporal limits it to 64 bytes. */
export function fairnessKey(tenantId: string): string {
  return Buffer.byteLength(tenantId) <= 64 ? tenantId : createHash('sha256').update(tenantId).digest('hex');
}

/** Options of every workflow: its task queue, and its priority and fairness there. */
export type Turn = ReturnType<typeof turnOf>;

/** For a workflow that works for a tenant. `priority` as in {@link priorityKey}; 5 is Temporal's default. */
export function turnOf(tenantId: string, priority = 5) {
  const levels = { priorityKey: priorityKey(priority), fairnessKey: fairnessKey(tenantId) };
  return { taskQueue: JOBS_TASK_QUEUE, priority: levels };
}
