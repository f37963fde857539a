/** Local activities for child jobs: their IDs, and the children that an earlier run of the parent started. */
import { Context } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { CancelledFailure } from '@temporalio/common';
import { childJobId } from '../../domain/ids.ts';
import { jobErrorOf } from '../../domain/jobs/failure.ts';
import type { ChildEnd } from '../../domain/jobs/model.ts';
import { resetJob } from '../../domain/jobs/reset.ts';
import { spentUsage } from '../../domain/jobs/spent-usage.ts';
import type { Usage } from '../../domain/jobs/usage.ts';
import { runMoment } from '../step/plain-activities.ts';

export type ChildActivities = typeof childActivities;
export const childActivities = {
  childJobId: (key: string) => runMoment(async () => childJobId(caller().workflowId, key)),
  continueChild: (jobId: string) => runMoment(() => continueChild(jobId)),
  /** `R` is what the child's workflow returns, as `R` of a `WorkflowHandle`: Temporal does not check it. */
  readChild: <R>(jobId: string) => runMoment(() => readChild<R>(jobId)),
  childUsage: (jobId: string) => runMoment(() => childUsage(jobId)),
};

/** The workflow execution of the calling job. */
function caller() {
  const { workflowExecution } = Context.current().info;
  if (!workflowExecution) throw new Error('only jobs have child jobs');
  return workflowExecution;
}

/**
 * Resets a child that ended without a result before this run of its parent started, once per run. It leaves any other
 * alone.
 */
async function continueChild(jobId: string): Promise<void> {
  const { workflow } = Context.current().client;
  const { runId } = caller();
  const child = await workflow.getHandle(jobId).describe();
  const { name } = child.status;
  if (name !== 'RUNNING' && name !== 'COMPLETED') await resetJob(workflow, child, 'Retried by its parent job.', runId);
}

/** How the child ended; `null` while it is running. */
async function readChild<R>(jobId: string): Promise<ChildEnd<R> | null> {
  const child = Context.current().client.workflow.getHandle<() => Promise<R>>(jobId);
  try {
    if ((await child.describe()).status.name === 'RUNNING') return null;
    return { job_id: jobId, state: 'succeeded', result: await child.result(), error: null };
  } catch (failure) {
    if (!(failure instanceof WorkflowFailedError)) throw failure;
    const state = failure.cause instanceof CancelledFailure ? 'cancelled' : 'failed';
    return { job_id: jobId, state, result: null, error: jobErrorOf(failure.cause) };
  }
}

async function childUsage(jobId: string): Promise<Usage> {
  const { workflow } = Context.current().client;
  return spentUsage(workflow, await workflow.getHandle(jobId).describe());
}
