/** What operators do to jobs: Temporal's own acts, so that its tools show the same and can do the same. */
import { randomUUID } from 'node:crypto';
import { PAUSE_SIGNAL, RESUME_SIGNAL } from '../../domain/jobs/model.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './find.ts';
import { visibilityQuery } from './list.ts';
import type { JobFilter } from './list.ts';
import { priorityKey } from '../../domain/jobs/priority.ts';
import { changeSlotPriority } from '../../domain/jobs/slots.ts';

/**
 * Holds a job: its workflow begins no further step, a step that waits is not given to a worker, and one at work is stopped
 * and goes on from its last checkpoint when the job is resumed. Repeating it changes nothing.
 */
export async function pauseJob(services: Services, job: KnownJob, reason: string): Promise<void> {
  const { client, connection, namespace } = services.temporal;
  await client.workflow.getHandle(job.jobId).signal(PAUSE_SIGNAL);
  const { identity } = client.options;
  await forEachPending(job, (id) =>
    connection.workflowService.pauseActivity({ namespace, execution: executionOf(job), identity, id, reason }),
  );
}

/** Lets a job go on that was paused, here or by Temporal's CLI. */
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

/** Moves a job within its queues: what waits takes the new priority at once, and so does every later step. */
export async function changePriority(services: Services, job: KnownJob, priority: number): Promise<void> {
  const { client, connection, namespace } = services.temporal;
  const workflowExecution = executionOf(job);
  const change = { priority: { priorityKey: priorityKey(priority) } };
  const updateMask = { paths: ['priority.priority_key'] };
  await connection.workflowService.updateWorkflowExecutionOptions({
    ...{ namespace, workflowExecution, updateMask },
    workflowExecutionOptions: change,
  });
  // It may wait for a place of its tenant.
  await changeSlotPriority(services.database.db, job.jobId, priority);
  const { identity } = client.options;
  await forEachPending(job, (id) =>
    connection.workflowService.updateActivityOptions({
      ...{ namespace, execution: workflowExecution, identity, id, updateMask },
      activityOptions: change,
    }),
  );
}

/** Asks Temporal to cancel all jobs of the tenant that match, and have not ended, by a batch operation. Its identifier. */
export async function cancelJobs({ temporal }: Services, { tenantId, subject }: Identity, filter: JobFilter) {
  const { client, connection, namespace } = temporal;
  const query = `${visibilityQuery(tenantId, filter)} AND ExecutionStatus = 'Running'`;
  const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
  const batchId = randomUUID();
  if (Number(count) > 0) {
    await connection.workflowService.startBatchOperation({
      ...{ namespace, visibilityQuery: query, jobId: batchId, reason: `Cancelled by ${subject}.` },
      cancellationOperation: { identity: client.options.identity },
    });
  }
  return { batch_id: batchId, matching: Number(count) };
}

/** Acts on each step that waits or is at work, except on those that have ended since they were seen. */
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
