import { forgetUnused, unusedContents } from '../../domain/parse/fetched-sources.ts';
import type { SweepDependencies, Tell } from '../jobs/sweep.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

/** A job's retention counts from its end, and it may have used its source long before. */
const GRACE_DAYS = 2;

/**
 * Removes fetched sources that no retained job can have used, and returns how many. The row is removed first, so that
 * no job finds the bytes afterwards.
 */
export async function removeOldSources(
  { database, objects }: SweepDependencies,
  retentionDays: number,
  tell: Tell,
): Promise<number> {
  const since = new Date(Date.now() - (retentionDays + GRACE_DAYS) * DAY_MS);
  let count = 0;
  for (;;) {
    const unused = await unusedContents(database, since, BATCH);
    if (unused.length === 0) return count;
    for (const key of unused) {
      if (await forgetUnused(database, key, since)) await objects.remove(key);
      tell(++count);
    }
  }
}
