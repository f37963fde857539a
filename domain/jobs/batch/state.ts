/**
 * The jobs of one request as a whole.
 * @deterministic
 */
import type { WebhookOrder } from '../../webhook/model.ts';
import type { FinalJobState, JobKind, JobState } from '../model.ts';

/** Number of jobs in each state; a state without jobs may be absent. */
export type StateCounts = Readonly<Partial<Record<JobState, number>>>;

/**
 * The state of all jobs together. While some are open: `queued` before any has started, else `running`. After that:
 * `succeeded` when all have, `failed` when one has, `cancelled` otherwise.
 */
export function batchState(counts: StateCounts): Exclude<JobState, 'cancelling'> {
  const { queued = 0, running = 0, cancelling = 0, succeeded = 0, failed = 0, cancelled = 0 } = counts;
  const isOpen = queued + running + cancelling > 0;
  if (isOpen) return running + cancelling + succeeded + failed + cancelled > 0 ? 'running' : 'queued';
  if (failed > 0) return 'failed';
  return cancelled > 0 ? 'cancelled' : 'succeeded';
}

export function batchPath(batchId: string): string {
  return `/v1/batches/${batchId}`;
}

/** The argument of the workflow `watchBatch`, whose ID is `batch_id`. */
export interface WatchedBatch {
  readonly batch_id: string;
  readonly tenant_id: string;
  readonly kind: JobKind;
  readonly priority: number;
  readonly job_ids: readonly string[];
  readonly created_at: string;
  readonly webhook: WebhookOrder;
  /** How the first of the jobs ended, as an earlier run saw. */
  readonly ended?: readonly FinalJobState[];
}
