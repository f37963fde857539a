/**
 * Removes what nobody will read again. Each step can be repeated and can run twice at once: rows are counted by the one that
 * removed them, and what is interrupted is found again.
 */
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects.ts';
import { removeObject } from '../../domain/storage/remove-object.ts';
import { discardUpload } from '../../domain/storage/uploads.ts';

export interface SweepDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Rows a statement; the store is asked for as many keys a page. */
const BATCH = 500;

/** A verification gives up sooner; a session that still waits for one has lost it. */
const VERIFYING_GRACE_MS = 86_400_000;

/** Told the count so far; throws when the sweep is to stop. */
export type Tell = (count: number) => void;

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

/**
 * Removes the jobs past their time: the rows that lead to their artefacts, these, then the records, by which a removal that is
 * interrupted is found again. How many.
 */
export async function removeExpiredJobs({ database: { db }, objects }: SweepDependencies, tell: Tell): Promise<number> {
  let count = 0;
  for (;;) {
    const where = { expiresAt: { lte: new Date() } };
    const expired = await db.job.findMany({ where, take: BATCH, select: { id: true } });
    if (expired.length === 0) return count;
    for (const { id } of expired) {
      await db.document.deleteMany({ where: { jobId: id } });
      await db.crawlPage.deleteMany({ where: { jobId: id } });
      await db.crawlHost.deleteMany({ where: { jobId: id } });
      await db.webhookDelivery.deleteMany({ where: { jobId: id } });
      await objects.removePrefix(`jobs/${id}/`);
      count += (await db.job.deleteMany({ where: { id, ...where } })).count;
      tell(count);
    }
  }
}
