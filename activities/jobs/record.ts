import type { Database } from '../../platform/database/client.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';
import type { JobUsage } from '../../domain/jobs/model.ts';

/**
 * Writes the record of a job's run and counts the job, once a run however often it is called. Two attempts may be at it at
 * once, when the first was held up for longer than Temporal waits: the row decides which of them counts.
 */
export async function writeRecord(
  { db }: Database,
  record: Prisma.JobCreateManyInput,
  usage: JobUsage | null,
): Promise<void> {
  const { id, ...row } = record;
  await db.$transaction(async (transaction) => {
    const created = await transaction.job.createMany({ data: record, skipDuplicates: true });
    const ofOtherRun = { id, runId: { not: record.runId } };
    const isFirst = created.count + (await transaction.job.updateMany({ where: ofOtherRun, data: row })).count > 0;
    if (isFirst) await addToTotals(transaction, record, usage);
    else await transaction.job.update({ where: { id }, data: row });
  });
}

function addToTotals(
  { jobTotal }: Pick<Database['db'], 'jobTotal'>,
  { kind, state }: Prisma.JobCreateManyInput,
  usage: JobUsage | null,
) {
  const key = { kind, state, engineId: usage?.engine_id ?? '' };
  const { engine_ms = 0, pages = 0, bytes = 0 } = usage ?? {};
  return jobTotal.upsert({
    where: { kind_state_engineId: key },
    create: { ...key, jobs: 1, engineMs: engine_ms, pages, bytes },
    update: {
      jobs: { increment: 1 },
      engineMs: { increment: engine_ms },
      pages: { increment: pages },
      bytes: { increment: bytes },
    },
  });
}
