/** Rows of counted texts; how often each word occurs is an object. */
import type { Database } from '../../platform/database/client.ts';
import type { TallyCount } from '../../platform/database/generated/client.ts';
import { derivedId } from '../ids.ts';

/** Writes the count of the text at this position of a job; a repeated attempt writes it again. */
export async function writeCount(
  { db }: Database,
  count: Pick<TallyCount, 'jobId' | 'position' | 'source' | 'words'>,
): Promise<void> {
  const id = derivedId('cnt', [count.jobId, count.position]);
  await db.tallyCount.upsert({ where: { id }, create: { id, createdAt: new Date(), ...count }, update: count });
}

/** The counts of a job, by the position of their text. */
export function readCounts({ db }: Database, jobId: string): Promise<TallyCount[]> {
  return db.tallyCount.findMany({ where: { jobId }, orderBy: { position: 'asc' } });
}
