/** Records of jobs, which outlive their workflows in Temporal. */
import { Type } from 'typebox';
import { ERROR_CODES } from '../../errors/index.ts';
import { json } from '../../platform/database/json.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Job, Prisma } from '../../platform/database/generated/client.ts';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import { JOB_EVENT_TYPES, JOB_KINDS } from './model.ts';
import type { ChildCounts, FinalJobState, JobEnvelope, JobError, JobEvent, JobKind, JobProgress } from './model.ts';
import { countJob, countUsage } from './totals.ts';
import { USAGE_UNITS, readUsage, usageSince } from './usage.ts';
import type { JobUsage, Usage } from './usage.ts';

/** A record with its JSON columns decoded; `result` is decoded by the domain. */
export interface JobRecord extends Omit<
  Job,
  'kind' | 'state' | 'progress' | 'children' | 'error' | 'events' | 'usage' | 'childrenUsage' | 'result'
> {
  readonly kind: JobKind;
  readonly state: FinalJobState;
  readonly progress: JobProgress | null;
  readonly children: ChildCounts | null;
  readonly error: JobError | null;
  readonly events: readonly JobEvent[];
  readonly usage: Usage;
  readonly childrenUsage: Usage;
  readonly result: unknown;
}

/** A {@link JobError} as it is stored. */
export const JobErrorShape = Type.Object({
  code: Type.Enum(ERROR_CODES),
  message: Type.String(),
  retryable: Type.Boolean(),
  details: Type.Record(Type.String(), Type.Unknown()),
});

export const UsageShape = Type.Array(
  Type.Object({ source: Type.String(), unit: Type.Enum(USAGE_UNITS), amount: Type.Number({ minimum: 0 }) }),
);

const recordOf: (
  stored: unknown,
) => Pick<JobRecord, 'kind' | 'state' | 'progress' | 'children' | 'error' | 'events' | 'usage' | 'childrenUsage'> =
  decoder(
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
      children: OrNull(
        Type.Object({
          open: Type.Integer(),
          succeeded: Type.Integer(),
          failed: Type.Integer(),
          cancelled: Type.Integer(),
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
      usage: UsageShape,
      childrenUsage: UsageShape,
    }),
  );

const endOf: (stored: unknown) => Pick<JobRecord, 'state' | 'error'> = decoder(
  'The end of a job',
  Type.Object({ state: Type.Enum(['succeeded', 'failed', 'cancelled']), error: OrNull(JobErrorShape) }),
);

/** The record of a job; `null` when it has none. */
export async function readRecord({ db }: Database, jobId: string): Promise<JobRecord | null> {
  const row = await db.job.findUnique({ where: { id: jobId } });
  return row && { ...row, ...recordOf(row) };
}

/** Those of the jobs that have succeeded, by identifier. */
export async function succeededAmong({ db }: Database, jobIds: readonly string[]) {
  const where = { id: { in: [...jobIds] }, state: 'succeeded' };
  const rows = await db.job.findMany({ where, select: { id: true, source: true, finishedAt: true } });
  return new Map(
    rows.map(({ id, source, finishedAt }) => [
      id,
      { state: 'succeeded' as const, source, finished_at: finishedAt.toISOString() },
    ]),
  );
}

/** How those of the jobs have ended that have a record, by identifier. */
export async function endsOfJobs({ db }: Database, jobIds: readonly string[]) {
  const select = { id: true, state: true, error: true } as const;
  const rows = await db.job.findMany({ where: { id: { in: [...jobIds] } }, select });
  return new Map(rows.map(({ id, ...end }) => [id, endOf(end)]));
}

/** The subset of the jobs that have a record. */
export async function recordedJobs({ db }: Database, jobIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db.job.findMany({ where: { id: { in: [...jobIds] } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Jobs whose record has expired, after this one: at most `limit`, in order. */
export async function expiredJobs({ db }: Database, after: string, limit: number): Promise<readonly string[]> {
  const where = { id: { gt: after }, ...hasExpired() };
  const rows = await db.job.findMany({ where, orderBy: { id: 'asc' }, take: limit, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Removes the record of a job if it has expired. Returns whether it did. */
export async function removeExpiredRecord({ db }: Database, id: string): Promise<boolean> {
  return (await db.job.deleteMany({ where: { id, ...hasExpired() } })).count > 0;
}

const MS_PER_DAY = 86_400_000;

/** When the result and the record of a job that ended at `finishedAt` expire. */
export function jobExpiry({ limits }: JobEnvelope, finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + limits.retention_days * MS_PER_DAY);
}

function hasExpired() {
  return { expiresAt: { lte: new Date() } };
}

type Transaction = Pick<Database['db'], 'job' | 'jobTotal' | '$queryRaw' | '$executeRaw'>;

/** A job's record without its usage. */
type NewRecord = Omit<Prisma.JobCreateManyInput, 'usage' | 'childrenUsage'>;

/**
 * Writes the record of a job's run and adds it to the totals: the job once a run, its own usage once a job, however
 * often it is called. A run that follows another counts only what the job has spent since. Two attempts may write at
 * once, when the first was held up for longer than Temporal waits: the row decides which of them counts, and an attempt
 * that comes after the record of a later run changes nothing.
 */
export async function writeRecord({ db }: Database, record: NewRecord, usage: JobUsage): Promise<void> {
  const { id, ...row } = { ...record, usage: json(usage.own), childrenUsage: json(usage.children) };
  await db.$transaction(async (transaction) => {
    const created = await transaction.job.createMany({ data: { id, ...row }, skipDuplicates: true });
    const before = created.count > 0 ? null : await lockRecord(transaction, id);
    const isLate =
      before !== null && before.run_id !== record.runId && before.finished_at > new Date(record.finishedAt);
    if (isLate) return;
    if (before !== null) await transaction.job.update({ where: { id }, data: row });
    if (before?.run_id !== record.runId) await countJob(transaction, record);
    await countUsage(transaction, record, usageSince(readUsage(before?.usage) ?? [], usage.own));
  });
}

/** Reads the record and locks it until the transaction ends. */
async function lockRecord(transaction: Transaction, id: string) {
  const rows = await transaction.$queryRaw<{ run_id: string; finished_at: Date; usage: unknown }[]>`
    SELECT run_id, finished_at, usage FROM job WHERE id = ${id} FOR UPDATE`;
  return rows[0] ?? null;
}
