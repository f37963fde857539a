/**
 * Removes jobs that are past their retention, with everything they left. Each step is idempotent and may run twice at
 * once.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClient, WorkflowExecutionStatusName } from '@temporalio/client';
import { expiredJobs, recordedJobs, removeExpiredRecord } from '../../domain/jobs/records.ts';
import { JOB_PREFIXES, removeLeftovers, unrecordedJobs } from '../../domain/jobs/removal.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';

export interface SweepDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Reports the count so far; throws when the sweep must stop. */
export type Tell = (count: number) => void;

/** Records per statement. */
const BATCH = 500;

/**
 * Removes expired jobs and returns how many. The record is removed last, so that the next sweep finds an interrupted
 * removal again. A job that runs, because it was retried, needs what it had left; its end writes a new record.
 */
export async function removeExpiredJobs(
  dependencies: SweepDependencies,
  workflows: WorkflowClient,
  tell: Tell,
): Promise<number> {
  const { database } = dependencies;
  let count = 0;
  for (let after = ''; ;) {
    const expired = await expiredJobs(database, after, BATCH);
    for (const id of expired) {
      tell(count);
      if ((await statusOf(workflows, id)) === 'RUNNING') continue;
      await removeLeftovers(dependencies, id, () => tell(count));
      if (await removeExpiredRecord(database, id)) count++;
    }
    const last = expired.at(-1);
    if (last === undefined) return count;
    after = last;
  }
}

/**
 * Removes what jobs left that have no record and that Temporal no longer retains: they were terminated before they
 * could write a record. While Temporal retains such a job, an operator may reset it, and then needs its finished steps.
 * Returns how many objects and rows were removed.
 */
export async function removeForgottenJobs(
  dependencies: SweepDependencies,
  workflows: WorkflowClient,
  before: Date,
  tell: Tell,
): Promise<number> {
  let removed = 0;
  const remembered = new Set<string>();
  for await (const jobIds of jobsWithoutRecord(dependencies, before)) {
    for (const jobId of jobIds) {
      tell(removed);
      if (remembered.has(jobId)) continue;
      if ((await statusOf(workflows, jobId)) !== null) remembered.add(jobId);
      else await removeLeftovers(dependencies, jobId, (count) => tell((removed += count)));
    }
  }
  return removed;
}

/** Jobs that have objects or rows. A job may be terminated after writing only one of the two. */
async function* jobsWithoutRecord(
  { database, objects }: SweepDependencies,
  before: Date,
): AsyncGenerator<Iterable<string>> {
  for (const prefix of JOB_PREFIXES) {
    for await (const page of objects.list(prefix)) {
      const old = page.filter(({ modifiedAt }) => modifiedAt <= before);
      const jobIds = new Set(old.map(({ key }) => key.slice(prefix.length).split('/', 1)[0] ?? ''));
      for (const id of await recordedJobs(database, [...jobIds])) jobIds.delete(id);
      yield jobIds;
    }
  }
  yield* unrecordedJobs(database, before);
}

/** Of a job in its current run; `null`: Temporal does not know it any more. */
async function statusOf(workflows: WorkflowClient, jobId: string): Promise<WorkflowExecutionStatusName | null> {
  try {
    return (await workflows.getHandle(jobId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
