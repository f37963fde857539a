import type { SweepDependencies, Tell } from '../jobs/sweep.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

/** A job is kept from its end, and may have taken its source long before. */
const GRACE_DAYS = 2;

/**
 * Removes what was fetched and taken by no job that is still kept, first its row: nothing finds the bytes after that. How many.
 */
export async function removeOldSources(
  { database: { db }, objects }: SweepDependencies,
  retentionDays: number,
  tell: Tell,
): Promise<number> {
  const where = { usedAt: { lte: new Date(Date.now() - (retentionDays + GRACE_DAYS) * DAY_MS) } };
  let count = 0;
  for (;;) {
    const old = await db.fetchedContent.findMany({ where, take: BATCH, select: { key: true } });
    if (old.length === 0) return count;
    for (const { key } of old) {
      // A job may take it this very moment: the row decides.
      if ((await db.fetchedContent.deleteMany({ where: { key, ...where } })).count > 0) await objects.remove(key);
      tell(++count);
    }
  }
}
