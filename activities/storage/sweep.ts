/**
 * Removes what nobody will read again. Each step can be repeated and can run twice at once: rows are counted by the one that
 * removed them, and what is interrupted is found again.
 */
import { removeObject } from '../../domain/storage/remove-object.ts';
import { discardUpload } from '../../domain/storage/uploads.ts';
import type { SweepDependencies, Tell } from '../jobs/sweep.ts';

/** Rows a statement; the store is asked for as many keys a page. */
const BATCH = 500;

/** A verification gives up sooner; a session that still waits for one has lost it. */
const VERIFYING_GRACE_MS = 86_400_000;

/** Ends the sessions that are past their time, and removes what has arrived for them. How many it ended. */
export async function expireSessions({ database: { db }, objects }: SweepDependencies, tell: Tell): Promise<number> {
  const now = Date.now();
  const due = {
    OR: [
      { state: 'open', expiresAt: { lte: new Date(now) } },
      { state: 'verifying', expiresAt: { lte: new Date(now - VERIFYING_GRACE_MS) } },
    ],
  };
  let count = 0;
  for (;;) {
    // The state first: a completion that is under way finds it, and does not commit what is removed here.
    const sessions = await db.uploadSession.findMany({ where: due, take: BATCH });
    if (sessions.length === 0) return count;
    for (const { id, state, key, multipartId } of sessions) {
      const ended = await db.uploadSession.updateMany({ where: { id, state, key }, data: { state: 'expired' } });
      if (ended.count > 0) await discardUpload(objects, { key, multipartId });
      tell((count += ended.count));
    }
  }
}

/** Removes the objects whose retention has ended. How many. */
export async function removeExpiredObjects(dependencies: SweepDependencies, tell: Tell): Promise<number> {
  const { db } = dependencies.database;
  let count = 0;
  for (;;) {
    const where = { expiresAt: { lte: new Date() } };
    const expired = await db.storageObject.findMany({ where, take: BATCH, select: { id: true } });
    if (expired.length === 0) return count;
    for (const { id } of expired) {
      if (await removeObject(dependencies, id)) count++;
      tell(count);
    }
  }
}
