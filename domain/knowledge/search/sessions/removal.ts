/** Removes sessions: when their owner asks for it, and when they were not used for long. */
import type { Database } from '../../../../platform/database/client.ts';
import type { Accessor } from '../../../access/policy.ts';

const MS_PER_DAY = 86_400_000;
/** Rows per statement. */
const BATCH = 500;

/** Removes a session of the owner. Whether there was one. */
export async function removeSession(
  { db }: Database,
  { tenantId, subject: ownerSubject }: Accessor,
  sessionId: string,
): Promise<boolean> {
  return (await db.knowledgeSession.deleteMany({ where: { tenantId, ownerSubject, sessionId } })).count > 0;
}

/**
 * Removes the sessions that were last used at least `days` days ago, and returns their number. `report` receives the
 * count so far.
 */
export async function removeOldSearchSessions(
  { db }: Database,
  days: number,
  report: (count: number) => void,
): Promise<number> {
  const before = new Date(Date.now() - days * MS_PER_DAY);
  for (let count = 0; ;) {
    const removed = await db.$executeRaw`DELETE FROM knowledge_session WHERE id IN (
      SELECT id FROM knowledge_session WHERE updated_at <= ${before} LIMIT ${BATCH})`;
    if (removed === 0) return count;
    report((count += removed));
  }
}
