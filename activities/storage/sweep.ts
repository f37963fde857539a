/**
 * Removes what nobody will read again. Each step can be repeated and can run twice at once: rows are counted by the one that
 * removed them, and what is interrupted is found again.
 */
import { expiredObjects } from '../../domain/storage/objects.ts';
import { removeObject } from '../../domain/storage/remove-object.ts';
import { markExpired, overdueSessions, removeEnded } from '../../domain/storage/sessions.ts';
import { discardUpload } from '../../domain/storage/uploads.ts';
import type { SweepDependencies, Tell } from '../jobs/sweep.ts';

/** Rows a statement; the store is asked for as many keys a page. */
const BATCH = 500;

/** Ends the sessions that are past their time, and removes what has arrived for them. How many it ended. */
export async function expireSessions({ database, objects }: SweepDependencies, tell: Tell): Promise<number> {
  let count = 0;
  for (;;) {
    // The state first: a completion that is under way finds it, and does not commit what is removed here.
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

/** Removes the objects whose retention has ended. How many. */
export async function removeExpiredObjects(dependencies: SweepDependencies, tell: Tell): Promise<number> {
  let count = 0;
  for (;;) {
    const expired = await expiredObjects(dependencies.database, BATCH);
    if (expired.length === 0) return count;
    for (const id of expired) {
      if (await removeObject(dependencies, id)) count++;
      tell(count);
    }
  }
}
