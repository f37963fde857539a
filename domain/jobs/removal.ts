/** Removes what a job leaves behind: objects and rows, as declared in the manifests of all domains. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { OBJECTS, TABLES } from '../manifests/index.ts';

/** Rows per statement. */
const BATCH = 500;

/** Prefixes under which each job has its own folder. */
export const JOB_PREFIXES = Object.entries(OBJECTS).flatMap(([prefix, { by }]) => (by === 'job' ? [prefix] : []));

/** The tables with rows of jobs, and the column with the job ID, as SQL fragments. */
const JOB_TABLES = Object.entries(TABLES).flatMap(([table, removal]) =>
  removal.by === 'job' ? [{ table: Prisma.raw(table), job: Prisma.raw(removal.column) }] : [],
);

/**
 * Removes the objects of a job, then its rows, in batches; its record stays. Safe to repeat and to run concurrently.
 * Calls `onRemoved` after each batch, which may throw to stop the removal.
 */
export async function removeLeftovers(
  { database: { db }, objects }: { readonly database: Database; readonly objects: ObjectStore },
  jobId: string,
  onRemoved: (count: number) => void,
): Promise<void> {
  for (const prefix of JOB_PREFIXES) onRemoved(await objects.removePrefix(`${prefix}${jobId}/`));
  for (const { table, job } of JOB_TABLES) {
    for (;;) {
      const rows = Prisma.sql`SELECT ctid FROM ${table} WHERE ${job} = ${jobId} LIMIT ${BATCH}`;
      const count = await db.$executeRaw`DELETE FROM ${table} WHERE ctid IN (${rows})`;
      onRemoved(count);
      if (count < BATCH) break;
    }
  }
}

/** Jobs without a record that have rows from before a given time, in batches; a job can appear more than once. */
export async function* unrecordedJobs({ db }: Database, before: Date): AsyncGenerator<readonly string[]> {
  for (const { table, job } of JOB_TABLES) {
    let last = '';
    for (;;) {
      const found = await db.$queryRaw<{ id: string }[]>`SELECT DISTINCT ${job} AS id FROM ${table} AS leftover
        WHERE ${job} > ${last} AND created_at <= ${before}
          AND NOT EXISTS (SELECT FROM job WHERE job.id = leftover.${job})
        ORDER BY 1 LIMIT ${BATCH}`;
      const ids = found.map(({ id }) => id);
      yield ids;
      if (ids.length < BATCH) break;
      last = ids.at(-1) ?? last;
    }
  }
}
