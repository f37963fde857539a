/** What a job has committed: counted in the transactions that commit it, so that no interruption changes the sums. */
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

/** The same for a step that may be repeated after its commit: it counts the first time alone. Whether this is the first time. */
export async function countOnce(
  statements: Statements,
  jobId: string,
  step: string,
  counts: Readonly<Record<string, number>>,
): Promise<boolean> {
  const { count } = await statements.jobCountedStep.createMany({ data: [{ jobId, step }], skipDuplicates: true });
  if (count > 0) await addCounts(statements, jobId, counts);
  return count > 0;
}

/** The counts of a job by name; one that nothing was added to is absent. */
export async function readCounts({ db }: Database, jobId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db.jobCount.findMany({ where: { jobId }, select: { name: true, count: true } });
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}
