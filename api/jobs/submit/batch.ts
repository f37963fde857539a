/** The batch of a request: what its jobs have in common. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { derivedId, newId } from '../../../domain/ids.ts';
import type { WatchedBatch } from '../../../domain/jobs/batch/state.ts';
import { createBatch, hasBatch } from '../../../domain/jobs/batch/rows.ts';
import { turnOf } from '../../../domain/jobs/priority.ts';
import { BATCH_COMPLETED } from '../../../domain/webhook/model.ts';
import type { Workflows } from '../../../temporal-config/workflows.ts';
import type { Services } from '../../services.ts';
import type { JobAccepted } from '../schemas.ts';
import type { Submission } from './submission.ts';

/**
 * The identifier of the batch of a request that starts several jobs, or whose receiver wants to know when all have
 * ended; `null` for any other. With an idempotency key, it is the same for the same request.
 */
export function batchIdOf({ route, identity, idempotencyKey, webhook }: Submission, jobs: number): string | null {
  if (jobs < 2 && !webhook?.event_types.includes(BATCH_COMPLETED)) return null;
  return idempotencyKey === undefined ? newId('bat') : derivedId('bat', [identity.tenantId, route, idempotencyKey]);
}

/**
 * Commits the batch once its jobs have been started: first the workflow that notifies the receiver, then the row. A
 * repeat completes what an interrupted request has begun, and nothing happens twice.
 */
export async function commitBatch(
  services: Services,
  { kind, identity, priority, webhook }: Submission,
  id: string,
  jobs: readonly JobAccepted[],
): Promise<void> {
  const { tenantId } = identity;
  const [first] = jobs;
  if (!first || (await hasBatch(services.database, id))) return;
  const jobIds = jobs.map(({ job_id }) => job_id);
  const { created_at } = first;
  if (webhook?.event_types.includes(BATCH_COMPLETED)) {
    await watch(services, { batch_id: id, tenant_id: tenantId, kind, priority, job_ids: jobIds, created_at, webhook });
  }
  await createBatch(services.database, { id, tenantId, kind, jobIds, createdAt: new Date(created_at) });
}

async function watch({ temporal }: Services, batch: WatchedBatch): Promise<void> {
  try {
    await temporal.client.workflow.start<Workflows['watchBatch']>('watchBatch', {
      workflowId: batch.batch_id,
      ...turnOf(batch.tenant_id, batch.priority),
      args: [batch],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      staticSummary: `batch · ${batch.job_ids.length} jobs`,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
