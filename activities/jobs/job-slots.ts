/** The activities by which jobs take, wait for and release the slots that MAX_RUNNING_JOBS_PER_TENANT limits. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import type { Config } from '../../domain/settings.ts';
import type { Database } from '../../platform/database/client.ts';
import { fairnessKey, turnOf } from '../../domain/jobs/priority.ts';
import { CAPACITY_SIGNAL, WATCH_SIGNAL } from '../../domain/jobs/model.ts';
import type { JobEnvelope, JobMemo, WatchCapacity } from '../../domain/jobs/model.ts';
import type { jobs } from '../../domain/manifests/jobs.ts';
import { countWaiting, grantSlots, releaseSlot, requestSlot, slotHolders } from '../../domain/jobs/job-slots.ts';
import { runMoment } from '../step/plain-activities.ts';

export interface SlotDependencies {
  readonly config: Pick<Config, 'limits'>;
  readonly database: Database;
}

export type SlotActivities = ReturnType<typeof createSlotActivities>;
export function createSlotActivities(dependencies: SlotDependencies) {
  // Names with `capacity` mean slots: Temporal's histories have them.
  return {
    takeCapacity: (envelope: JobEnvelope) => runMoment(() => takeSlot(dependencies, envelope)),
    mendCapacity: (tenantId: string) => runMoment(() => mendSlots(dependencies, tenantId)),
  };
}

/** The limit on workers that have none configured: every waiting job is admitted. */
const UNLIMITED = 1_000_000_000;

const limitOf = ({ config }: SlotDependencies): number => config.limits.maxRunningJobs ?? UNLIMITED;

/** Whether the job may start now. Otherwise a signal reports when it may. */
async function takeSlot(dependencies: SlotDependencies, envelope: JobEnvelope): Promise<boolean> {
  const { client, info } = Context.current();
  const { tenant_id: tenantId, priority, created_at } = envelope;
  const request = {
    jobId: info.workflowExecution?.workflowId ?? '',
    tenantId,
    priority,
    createdAt: new Date(created_at),
  };
  const answer = await requestSlot(dependencies.database.db, request, limitOf(dependencies));
  await letIn(dependencies, client.workflow, tenantId, answer.granted);
  if (!answer.isGranted && answer.needsWatch) {
    await client.workflow.signalWithStart<WatchCapacity>('watchCapacity' satisfies keyof typeof jobs.workflows, {
      workflowId: `capacity ${fairnessKey(tenantId)}`,
      ...turnOf(tenantId),
      args: [tenantId],
      signal: WATCH_SIGNAL,
    });
  }
  return answer.isGranted;
}

/** Releases the slot of a job that ends, and admits the next one. */
export async function passSlotOn(
  dependencies: SlotDependencies,
  workflows: WorkflowClient,
  tenantId: string,
  jobId: string,
): Promise<void> {
  const granted = await releaseSlot(dependencies.database.db, tenantId, jobId, limitOf(dependencies));
  await letIn(dependencies, workflows, tenantId, granted);
}

/** Signals jobs that they may start. If one has ended in the meantime, its slot goes to the next. */
async function letIn(
  dependencies: SlotDependencies,
  workflows: WorkflowClient,
  tenantId: string,
  jobIds: readonly string[],
): Promise<void> {
  for (const jobId of jobIds) {
    try {
      await workflows.getHandle(jobId).signal(CAPACITY_SIGNAL);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      await passSlotOn(dependencies, workflows, tenantId, jobId);
    }
  }
}

/**
 * Releases the slots of jobs that ended without releasing them (terminated, or past retention), signals again the jobs
 * that have a slot but have not started (the sender died before the signal), and admits others. Returns how many of the
 * tenant's jobs still wait.
 */
async function mendSlots(dependencies: SlotDependencies, tenantId: string): Promise<number> {
  const { workflow } = Context.current().client;
  const { db } = dependencies.database;
  for (const jobId of await slotHolders(db, tenantId)) {
    const memo = await openJobMemo(workflow, jobId);
    if (memo === null) await passSlotOn(dependencies, workflow, tenantId, jobId);
    else if (memo.awaits_capacity) await letIn(dependencies, workflow, tenantId, [jobId]);
  }
  // The limit may have been raised.
  await letIn(dependencies, workflow, tenantId, await grantSlots(db, tenantId, limitOf(dependencies)));
  return countWaiting(db, tenantId);
}

/** The memo of a running job; `null` when the job has ended or Temporal no longer knows it. */
async function openJobMemo(workflows: WorkflowClient, jobId: string): Promise<Partial<JobMemo> | null> {
  try {
    const { status, memo = {} } = await workflows.getHandle(jobId).describe();
    return status.name === 'RUNNING' ? memo : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
