/**
 * Removes expired sessions and objects. Each step is idempotent and may run twice at once: a row counts for the run
 * that removed it, and the next run finds what was interrupted.
 */
import { expiredObjects } from '../../domain/storage/objects.ts';
import { removeExpiredObject } from '../../domain/storage/remove-object.ts';
import { markExpired, overdueSessions, removeEnded } from '../../domain/storage/sessions.ts';
import { discardUpload } from '../../domain/storage/uploads.ts';
import type { SweepDependencies, Tell } from '../jobs/sweep.ts';

/** Rows per statement, and keys per page of a store listing. */
const BATCH = 500;

/** Ends expired sessions and removes the bytes received for them. Returns how many it ended. */
export async function expireSessions({ database, objects }: SweepDependencies, tell: Tell): Promise<number> {
  let count = 0;
  for (;;) {
    // The state changes first, so that a completion in progress sees it and does not commit bytes that are removed
    // here.
    const sessions = await overdueSessions(database, BATCH);
    if (sessions.length === 0) return count;
    for (const session of sessions) {
      if (await markExpired(database, session)) {
        await discardUpload(objects, session);
        count++;
      }
      tell(count);
    }
  }
}

/** Removes the rows of sessions that ended long ago. */
export async function removeEndedSessions({ database }: SweepDependencies, tell: Tell): Promise<void> {
  let count = 0;
  for (;;) {
    const removed = await removeEnded(database, BATCH);
    tell((count += removed));
    if (removed < BATCH) return;
  }
}

/** Removes objects past their retention. Returns how many. */
export async function removeExpiredObjects(dependencies: SweepDependencies, tell: Tell): Promise<number> {
  let count = 0;
  for (;;) {
    const expired = await expiredObjects(dependencies.database, BATCH);
    if (expired.length === 0) return count;
    for (const id of expired) {
      if (await removeExpiredObject(dependencies, id)) count++;
      tell(count);
    }
  }
}
