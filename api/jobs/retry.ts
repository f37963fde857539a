import { randomUUID } from 'node:crypto';
import { resetJob } from '../../domain/jobs/reset.ts';
import { holdSlot } from '../../domain/jobs/slots.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './job-lookup.ts';

/** Retries a failed job from its unfinished steps. Earlier runs that this one continues stay unchanged. */
export async function retryJob(
  { temporal, database }: Services,
  { jobId, description, memo }: KnownJob,
  reason: string,
): Promise<void> {
  const { tenant_id: tenantId, priority, created_at, limits } = memo.job;
  if (limits.max_running_jobs !== undefined) {
    await holdSlot(database.db, { jobId, tenantId, priority, createdAt: new Date(created_at) });
  }
  await resetJob(temporal.client.workflow, description, reason, randomUUID());
}
