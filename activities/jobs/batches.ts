/** The local activity of batches. */
import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import type { FinalJobState } from '../../domain/jobs/model.ts';
import { readRecord } from '../../domain/jobs/records.ts';
import type { Database } from '../../platform/database/client.ts';
import { runMoment } from '../step/plain-activities.ts';

interface BatchDependencies {
  readonly database: Database;
}

export type BatchActivities = ReturnType<typeof createBatchActivities>;
export function createBatchActivities({ database }: BatchDependencies) {
  return {
    /** How the first of these jobs ended, up to the first that is open. */
    endedJobs: (jobIds: readonly string[]) =>
      runMoment(async () => {
        const ended: FinalJobState[] = [];
        for (const jobId of jobIds) {
          const end = await endOf(database, Context.current().client.workflow, jobId);
          if (end === null) break;
          ended.push(end);
        }
        return ended;
      }),
  };
}

/**
 * How the job ended; `null` while it is open. A job that was terminated, and that Temporal has forgotten since, has
 * failed.
 */
async function endOf(database: Database, workflows: WorkflowClient, jobId: string): Promise<FinalJobState | null> {
  try {
    const { status, closeTime } = await workflows.getHandle(jobId).describe();
    if (closeTime === undefined) return null;
    if (status.name === 'COMPLETED') return 'succeeded';
    return status.name === 'CANCELLED' ? 'cancelled' : 'failed';
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    return (await readRecord(database, jobId))?.state ?? 'failed';
  }
}
