import { JOBS_TASK_QUEUE } from '../manifests/jobs.ts';
import { fairnessKey } from './fairness-key.ts';

/** 0..9, higher is sooner, onto Temporal's five levels, 1..5, lower is sooner: two priorities share a level. */
export function priorityKey(priority: number): number {
  return 5 - Math.floor(priority / 2);
}

/** The priority of a job that was submitted with `submitted`, now that Temporal has it at this level. */
export function currentPriority(submitted: number, key: number | null | undefined): number {
  return !key || key === priorityKey(submitted) ? submitted : (5 - key) * 2 + 1;
}

/** What every workflow is started with: its queue, and its turn there by priority and beside other tenants'. */
export type Turn = ReturnType<typeof turnOf>;

/** Of a workflow that works for a tenant. `priority` as in {@link priorityKey}; 5 is Temporal's own. */
export function turnOf(tenantId: string, priority = 5) {
  const levels = { priorityKey: priorityKey(priority), fairnessKey: fairnessKey(tenantId) };
  return { taskQueue: JOBS_TASK_QUEUE, priority: levels };
}
