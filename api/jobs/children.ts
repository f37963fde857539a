/**
 * How many child jobs a job has in each state. How they ended its workflow has counted; in which state the others are, Temporal's
 * visibility store knows, a moment behind.
 */
import type { ChildCounts, JobState } from '../../domain/jobs/model.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './find.ts';
import { visibilityQuery } from './list.ts';
import type { JobStatusDetail } from './schemas.ts';

type Counts = NonNullable<JobStatusDetail['children']>;

/** Of a job that Temporal knows. */
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
  // It was terminated: Temporal has cancelled what it left, and nobody has counted that.
  const [running, succeeded] = await Promise.all([count('running'), count('succeeded')]);
  const total = known.open + known.succeeded + known.failed + known.cancelled;
  const cancelled = Math.max(0, total - queued - running - cancelling - succeeded - known.failed);
  return { queued, running, cancelling, succeeded, failed: known.failed, cancelled };
}

/** Of a job that has ended. */
export function finalCounts({ succeeded, failed, cancelled }: ChildCounts): Counts {
  return { queued: 0, running: 0, cancelling: 0, succeeded, failed, cancelled };
}
