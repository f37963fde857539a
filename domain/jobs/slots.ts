/**
 * Places of a tenant's jobs at work, where their number is limited: a row for each job that has one or waits for one. The rows of
 * a tenant change one after the other, so that it never has more at work than it may; who waits is let in by priority, then by
 * age. The row of a job that ends is deleted with its record.
 */
import type { Database } from '../../platform/database/client.ts';

export interface SlotRequest {
  readonly jobId: string;
  readonly tenantId: string;
  /** 0..9, higher is sooner. */
  readonly priority: number;
  readonly createdAt: Date;
}

export interface SlotAnswer {
  /** Whether the job may begin; otherwise it is among the `granted` of a later call. */
  readonly isGranted: boolean;
  /** Whether nobody waited before it, or it has asked before: somebody has to watch over those who wait. */
  readonly needsWatch: boolean;
  /** Jobs that were let in by this call, itself aside: they must be told. */
  readonly granted: readonly string[];
}

type Db = Database['db'];

/** Asks for a place. Repeating it changes nothing. */
export async function requestSlot(db: Db, request: SlotRequest, limit: number): Promise<SlotAnswer> {
  const { jobId, tenantId, priority, createdAt } = request;
  const [, added, granted, rows] = await db.$transaction([
    lock(db, tenantId),
    db.$executeRaw`INSERT INTO job_slot (job_id, tenant_id, priority, created_at)
      VALUES (${jobId}, ${tenantId}, ${priority}, ${createdAt}) ON CONFLICT (job_id) DO NOTHING`,
    grant(db, tenantId, limit),
    db.$queryRaw<{ granted: boolean; waiting: bigint }[]>`SELECT granted_at IS NOT NULL AS granted,
      (SELECT count(*) FROM job_slot WHERE tenant_id = ${tenantId} AND granted_at IS NULL) AS waiting
      FROM job_slot WHERE job_id = ${jobId}`,
  ]);
  const row = rows[0];
  return {
    isGranted: row?.granted === true,
    needsWatch: added === 0 || Number(row?.waiting) === 1,
    granted: ids(granted).filter((id) => id !== jobId),
  };
}

/** Gives a job's place back, or its wish for one. The jobs that were let in in its stead, which must be told. */
export async function releaseSlot(db: Db, tenantId: string, jobId: string, limit: number): Promise<readonly string[]> {
  const [, , granted] = await db.$transaction([
    lock(db, tenantId),
    db.jobSlot.deleteMany({ where: { jobId } }),
    grant(db, tenantId, limit),
  ]);
  return ids(granted);
}

/** Lets in whom there is room for, after the limit was raised. The jobs that must be told. */
export async function grantSlots(db: Db, tenantId: string, limit: number): Promise<readonly string[]> {
  const [, granted] = await db.$transaction([lock(db, tenantId), grant(db, tenantId, limit)]);
  return ids(granted);
}

/** Gives a job a place that it had before and goes on with, whatever the limit: it counts for those who come. */
export async function holdSlot(db: Db, request: SlotRequest): Promise<void> {
  const { jobId, ...row } = request;
  const grantedAt = new Date();
  await db.jobSlot.upsert({ where: { jobId }, create: { jobId, ...row, grantedAt }, update: { grantedAt } });
}

/** The jobs of a tenant that hold a slot. */
export async function slotHolders(db: Db, tenantId: string): Promise<readonly string[]> {
  const rows = await db.jobSlot.findMany({ where: { tenantId, grantedAt: { not: null } }, select: { jobId: true } });
  return rows.map(({ jobId }) => jobId);
}

/** How many jobs of a tenant wait for a slot. */
export function countWaiting(db: Db, tenantId: string): Promise<number> {
  return db.jobSlot.count({ where: { tenantId, grantedAt: null } });
}

/** Changes the order in which a job gets its slot; nothing happens when it neither has nor awaits one. */
export async function changeSlotPriority(db: Db, jobId: string, priority: number): Promise<void> {
  await db.jobSlot.updateMany({ where: { jobId }, data: { priority } });
}

/** Until the end of the transaction nobody else changes the tenant's rows. */
function lock(db: Db, tenantId: string) {
  return db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`job_slot ${tenantId}`}, 0))`;
}

function grant(db: Db, tenantId: string, limit: number) {
  return db.$queryRaw<{ job_id: string }[]>`UPDATE job_slot SET granted_at = now() WHERE job_id IN (
    SELECT job_id FROM job_slot WHERE tenant_id = ${tenantId} AND granted_at IS NULL
    ORDER BY priority DESC, created_at, job_id
    LIMIT greatest(0, ${limit} - (
      SELECT count(*) FROM job_slot WHERE tenant_id = ${tenantId} AND granted_at IS NOT NULL)))
    RETURNING job_id`;
}

function ids(rows: readonly { readonly job_id: string }[]): string[] {
  return rows.map(({ job_id }) => job_id);
}
