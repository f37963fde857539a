/**
 * Slots for a tenant's running jobs, when their number is limited: one row per job that holds or awaits a slot. Changes
 * to the rows of a tenant are serialized, so that the limit is never exceeded. Slots are granted by priority, then by
 * age. The row of a job that ends is deleted when its record is written.
 */
import type { Database } from '../../platform/database/client.ts';

export interface SlotRequest {
  readonly jobId: string;
  readonly tenantId: string;
  /** 0 to 9; higher runs first. */
  readonly priority: number;
  readonly createdAt: Date;
}

export interface SlotAnswer {
  /** Whether the job may start. If not, a later call returns it in `granted`. */
  readonly isGranted: boolean;
  /** Whether the waiting jobs need a watcher: no job waited before this one, or this request is repeated. */
  readonly needsWatch: boolean;
  /** Other jobs that this call granted a slot. The caller must signal them. */
  readonly granted: readonly string[];
}

type Db = Database['db'];

/** Requests a slot. Repeating the call has no effect. */
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

/**
 * Releases a job's slot, or withdraws its request. Returns the jobs that were granted a slot, which the caller must
 * signal.
 */
export async function releaseSlot(db: Db, tenantId: string, jobId: string, limit: number): Promise<readonly string[]> {
  const [, , granted] = await db.$transaction([
    lock(db, tenantId),
    db.jobSlot.deleteMany({ where: { jobId } }),
    grant(db, tenantId, limit),
  ]);
  return ids(granted);
}

/** Grants free slots after the limit was raised. Returns the jobs that the caller must signal. */
export async function grantSlots(db: Db, tenantId: string, limit: number): Promise<readonly string[]> {
  const [, granted] = await db.$transaction([lock(db, tenantId), grant(db, tenantId, limit)]);
  return ids(granted);
}

/** Restores the slot of a job that continues, regardless of the limit. It counts against later requests. */
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

/** Number of jobs of a tenant that wait for a slot. */
export function countWaiting(db: Db, tenantId: string): Promise<number> {
  return db.jobSlot.count({ where: { tenantId, grantedAt: null } });
}

/** Changes the priority of a job's slot request. Has no effect if it neither holds nor awaits a slot. */
export async function changeSlotPriority(db: Db, jobId: string, priority: number): Promise<void> {
  await db.jobSlot.updateMany({ where: { jobId }, data: { priority } });
}

/** Locks the tenant's rows until the end of the transaction. */
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
