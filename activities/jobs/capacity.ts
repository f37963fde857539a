/** The steps by which jobs wait for one of the places of their tenant, where MAX_RUNNING_JOBS_PER_TENANT limits them. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/client.ts';
import { fairnessKey } from '../../domain/jobs/fairness-key.ts';
import { turnOf } from '../../domain/jobs/priority.ts';
import { CAPACITY_SIGNAL, WATCH_SIGNAL } from '../../domain/jobs/model.ts';
import type { JobEnvelope, JobMemo } from '../../domain/jobs/model.ts';
import { countWaiting, grantSlots, releaseSlot, requestSlot, slotHolders } from '../../domain/jobs/slots.ts';
import { signalWithStart } from '../../temporal-config/workflows.ts';
import { runMoment } from '../step/step.ts';

export interface CapacityDependencies {
  readonly config: Pick<Config, 'limits'>;
  readonly database: Database;
}

export type CapacityActivities = ReturnType<typeof createCapacityActivities>;
export function createCapacityActivities(dependencies: CapacityDependencies) {
  return {
    takeCapacity: (envelope: JobEnvelope) => runMoment(() => takeCapacity(dependencies, envelope)),
    mendCapacity: (tenantId: string) => runMoment(() => mendCapacity(dependencies, tenantId)),
  };
}

/** No limit, for workers that were given none: who waits is let in. */
const UNLIMITED = 1_000_000_000;

const limitOf = ({ config }: CapacityDependencies): number => config.limits.maxRunningJobs ?? UNLIMITED;

/** Whether the job may begin at once. Otherwise it is told by a signal when it may. */
async function takeCapacity(dependencies: CapacityDependencies, envelope: JobEnvelope): Promise<boolean> {
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
    await signalWithStart(client.workflow, 'watchCapacity', {
      workflowId: `capacity ${fairnessKey(tenantId)}`,
      ...turnOf(tenantId),
      args: [tenantId],
      signal: WATCH_SIGNAL,
    });
  }
  return answer.isGranted;
}

/** Gives back the place of a job that ends, and lets the next one in. */
export async function giveCapacityBack(
  dependencies: CapacityDependencies,
  workflows: WorkflowClient,
  tenantId: string,
  jobId: string,
): Promise<void> {
  const granted = await releaseSlot(dependencies.database.db, tenantId, jobId, limitOf(dependencies));
  await letIn(dependencies, workflows, tenantId, granted);
}

/** Tells jobs that they may begin. One that has ended meanwhile gives its place to the next. */
async function letIn(
  dependencies: CapacityDependencies,
  workflows: WorkflowClient,
  tenantId: string,
  jobIds: readonly string[],
): Promise<void> {
  for (const jobId of jobIds) {
    try {
      await workflows.getHandle(jobId).signal(CAPACITY_SIGNAL);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      await giveCapacityBack(dependencies, workflows, tenantId, jobId);
    }
  }
}

/**
 * Frees the places of jobs that ended without giving them back (terminated, or forgotten), tells those again that have one and
 * have not begun (their signal was lost with its sender), and lets others in. How many of the tenant still wait.
 */
async function mendCapacity(dependencies: CapacityDependencies, tenantId: string): Promise<number> {
  const { workflow } = Context.current().client;
  const { db } = dependencies.database;
  for (const jobId of await slotHolders(db, tenantId)) {
    const memo = await openJobMemo(workflow, jobId);
    if (memo === null) await giveCapacityBack(dependencies, workflow, tenantId, jobId);
    else if (memo.awaits_capacity) await letIn(dependencies, workflow, tenantId, [jobId]);
  }
  // The limit may have been raised.
  await letIn(dependencies, workflow, tenantId, await grantSlots(db, tenantId, limitOf(dependencies)));
  return countWaiting(db, tenantId);
}

/** `null` when the job has ended, or is not known any more. */
async function openJobMemo(workflows: WorkflowClient, jobId: string): Promise<Partial<JobMemo> | null> {
  try {
    const { status, memo = {} } = await workflows.getHandle(jobId).describe();
    return status.name === 'RUNNING' ? memo : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
