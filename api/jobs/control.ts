/**
 * Operator actions on jobs. They use Temporal's own operations, so its tools show the same state and can do the same.
 */
import { randomUUID } from 'node:crypto';
import { PAUSE_SIGNAL, RESUME_SIGNAL } from '../../domain/jobs/model.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './job-lookup.ts';
import { visibilityQuery } from './list.ts';
import type { JobFilter } from './list.ts';
import { priorityKey } from '../../domain/jobs/priority.ts';
import { resetJob } from '../../domain/jobs/reset.ts';
import { changeSlotPriority, holdSlot } from '../../domain/jobs/job-slots.ts';

/**
 * Pauses a job: its workflow starts no further steps, a queued step is not dispatched, and a running step is stopped
 * and continues from its last checkpoint when the job is resumed. Repeating the call has no effect.
 */
export async function pauseJob(services: Services, job: KnownJob, reason: string): Promise<void> {
  const { client, connection, namespace } = services.temporal;
  await client.workflow.getHandle(job.jobId).signal(PAUSE_SIGNAL);
  const { identity } = client.options;
  await forEachPending(job, (id) =>
    connection.workflowService.pauseActivity({ namespace, execution: executionOf(job), identity, id, reason }),
  );
}

/** Resumes a job that was paused here or with Temporal's CLI. */
export async function resumeJob(services: Services, job: KnownJob): Promise<void> {
  const { client, connection, namespace } = services.temporal;
  await client.workflow.getHandle(job.jobId).signal(RESUME_SIGNAL);
  const { identity } = client.options;
  const execution = executionOf(job);
  // The attempts that the pause ended were not the step's fault.
  await forEachPending(job, (id) =>
    connection.workflowService.unpauseActivity({ namespace, execution, identity, id, resetAttempts: true }),
  );
}

/** Changes a job's priority for queued work, immediately, and for all later steps. */
export async function changePriority(services: Services, job: KnownJob, priority: number): Promise<void> {
  const { client, connection, namespace } = services.temporal;
  const workflowExecution = executionOf(job);
  const change = { priority: { priorityKey: priorityKey(priority) } };
  const updateMask = { paths: ['priority.priority_key'] };
  await connection.workflowService.updateWorkflowExecutionOptions({
    namespace,
    workflowExecution,
    updateMask,
    workflowExecutionOptions: change,
  });
  // It may be waiting for a slot of its tenant.
  await changeSlotPriority(services.database.db, job.jobId, priority);
  const { identity } = client.options;
  await forEachPending(job, (id) =>
    connection.workflowService.updateActivityOptions({
      namespace,
      execution: workflowExecution,
      identity,
      id,
      updateMask,
      activityOptions: change,
    }),
  );
}

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

/** Starts a Temporal batch operation that cancels all matching open jobs of the tenant. Returns its ID. */
export async function cancelJobs({ temporal }: Services, { tenantId, subject }: Identity, filter: JobFilter) {
  const { client, connection, namespace } = temporal;
  const query = `${visibilityQuery(tenantId, filter)} AND ExecutionStatus = 'Running'`;
  const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
  const operationId = randomUUID();
  if (Number(count) > 0) {
    await connection.workflowService.startBatchOperation({
      namespace,
      visibilityQuery: query,
      jobId: operationId,
      reason: `Cancelled by ${subject}.`,
      cancellationOperation: { identity: client.options.identity },
    });
  }
  return { operation_id: operationId, batch_id: operationId, matching: Number(count) };
}

/** Acts on each queued or running step, ignoring steps that have ended in the meantime. */
async function forEachPending({ description }: KnownJob, act: (activityId: string) => Promise<unknown>): Promise<void> {
  for (const { activityId } of description.raw.pendingActivities ?? []) {
    if (activityId) await act(activityId).catch(ignoreMissing);
  }
}

function executionOf({ jobId, description }: KnownJob) {
  return { workflowId: jobId, runId: description.runId };
}

function ignoreMissing(error: unknown): void {
  const isMissing = error instanceof Error && 'code' in error && error.code === NOT_FOUND;
  if (!isMissing) throw error;
}

/** The status code of gRPC. */
const NOT_FOUND = 5;
