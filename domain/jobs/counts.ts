/**
 * What a job has committed: counted in the transactions that commit it, so that no interruption changes the sums. They
 * are those of all runs of the job, because a reset takes back nothing that an earlier run has committed. What a step
 * only finds is not counted here: it returns it (`RangeEnd.found`), so that a step that runs again replaces what it had
 * found, and the sums are those of the present run.
 */
import type { Database, Statements } from '../../platform/database/client.ts';

/** Adds to the counts of a job. */
export async function addCounts(
  statements: Statements,
  jobId: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  const added = Object.entries(counts).filter(([, count]) => count > 0);
  if (added.length === 0) return;
  await statements.$executeRaw`
    INSERT INTO job_count AS known (job_id, name, count)
    SELECT ${jobId}, name, count FROM unnest(${added.map(([name]) => name)}::text[],
      ${added.map(([, count]) => count)}::bigint[]) AS added(name, count)
    ON CONFLICT (job_id, name) DO UPDATE SET count = known.count + excluded.count`;
}

/**
 * For a commit that does not see by its rows that another attempt of its step has done the same: whether none has. A
 * step commits once. `step` is the `id` of a step, which is another one after a reset.
 */
export async function isFirstCommit(statements: Statements, jobId: string, step: string): Promise<boolean> {
  const { count } = await statements.jobCountedStep.createMany({ data: [{ jobId, step }], skipDuplicates: true });
  return count > 0;
}

/** The counts of a job by name; one that nothing was added to is absent. */
export async function readCounts({ db }: Database, jobId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db.jobCount.findMany({ where: { jobId }, select: { name: true, count: true } });
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}
