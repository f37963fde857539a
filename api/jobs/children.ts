/**
 * Number of child jobs per state. The workflow counts ended child jobs; the states of open ones come from Temporal's
 * visibility store, which lags slightly.
 */
import type { ChildCounts, JobState } from '../../domain/jobs/model.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './job-lookup.ts';
import { visibilityQuery } from './list.ts';
import type { JobStatusDetail } from './schemas.ts';

type Counts = NonNullable<JobStatusDetail['children']>;

/** For a job that Temporal still has. */
export async function liveCounts(
  { temporal: { connection, namespace } }: Services,
  { jobId, memo, description }: KnownJob,
  known: ChildCounts,
): Promise<Counts> {
  if (known.open === 0) return finalCounts(known);
  const count = async (state: JobState): Promise<number> => {
    const query = visibilityQuery(memo.job.tenant_id, { parent: jobId, state });
    return Number((await connection.workflowService.countWorkflowExecutions({ namespace, query })).count);
  };
  const [queued, cancelling] = await Promise.all([count('queued'), count('cancelling')]);
  const isOpen = description.closeTime === undefined;
  if (isOpen)
    return { ...finalCounts(known), queued, cancelling, running: Math.max(0, known.open - queued - cancelling) };
  // The parent was terminated: Temporal has cancelled its open child jobs, which the workflow could not count.
  const [running, succeeded] = await Promise.all([count('running'), count('succeeded')]);
  const total = known.open + known.succeeded + known.failed + known.cancelled;
  const cancelled = Math.max(0, total - queued - running - cancelling - succeeded - known.failed);
  return { queued, running, cancelling, succeeded, failed: known.failed, cancelled };
}

/** For a job that has ended. */
export function finalCounts({ succeeded, failed, cancelled }: ChildCounts): Counts {
  return { queued: 0, running: 0, cancelling: 0, succeeded, failed, cancelled };
}
