/** Skipped items among the counts of a job, by the reason. */

const PREFIX = 'skipped_';

/** What skipped items add to the counts of their job. */
export function skipCounts(items: readonly { readonly skipped: string | null }[]): Readonly<Record<string, number>> {
  const skips = Map.groupBy(items, ({ skipped }) => skipped);
  skips.delete(null);
  return Object.fromEntries([...skips].map(([reason, { length }]) => [`${PREFIX}${reason}`, length]));
}

/** The skipped items that a job has counted, by the reason; a reason without any is absent. */
export function skipsIn(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const skips = Object.entries(counts).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(skips.map(([name, count]) => [name.slice(PREFIX.length), count]));
}
