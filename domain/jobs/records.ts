/** Records of jobs: what is kept of them once Temporal has forgotten them. */
import { Type } from 'typebox';
import { ERROR_CODES } from '../../errors/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Job, Prisma } from '../../platform/database/generated/client.ts';
import { OrNull, decoder } from '../../platform/stored.ts';
import { JOB_EVENT_TYPES, JOB_KINDS } from './model.ts';
import type { FinalJobState, JobError, JobEvent, JobKind, JobProgress, JobUsage } from './model.ts';

/** A record with its columns of JSON as what they hold; `result` is the domain's. */
export interface JobRecord extends Omit<Job, 'kind' | 'state' | 'progress' | 'error' | 'events' | 'result'> {
  readonly kind: JobKind;
  readonly state: FinalJobState;
  readonly progress: JobProgress | null;
  readonly error: JobError | null;
  readonly events: readonly JobEvent[];
  readonly result: unknown;
}

/** A {@link JobError} as it is stored. */
export const JobErrorShape = Type.Object({
  code: Type.Enum(ERROR_CODES),
  message: Type.String(),
  retryable: Type.Boolean(),
  details: Type.Record(Type.String(), Type.Unknown()),
});

const recordOf: (stored: unknown) => Pick<JobRecord, 'kind' | 'state' | 'progress' | 'error' | 'events'> = decoder(
  'The record of a job',
  Type.Object({
    kind: Type.Enum(JOB_KINDS),
    state: Type.Enum(['succeeded', 'failed', 'cancelled']),
    progress: OrNull(
      Type.Object({
        completed: Type.Number(),
        total: OrNull(Type.Number()),
        unit: Type.String(),
        message: OrNull(Type.String()),
      }),
    ),
    error: OrNull(JobErrorShape),
    events: Type.Array(
      Type.Object({
        event_id: Type.String(),
        job_id: Type.String(),
        sequence: Type.Integer(),
        type: Type.Enum(JOB_EVENT_TYPES),
        occurred_at: Type.String(),
        message: Type.String(),
        run_id: Type.String(),
        data: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  }),
);

/** The record of a job; `null` when it has none. */
export async function readRecord({ db }: Database, jobId: string): Promise<JobRecord | null> {
  const row = await db.job.findUnique({ where: { id: jobId } });
  return row && { ...row, ...recordOf(row) };
}

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
