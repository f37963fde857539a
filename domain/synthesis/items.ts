/** Rows of the items of a synthesis. */
import { Type } from 'typebox';
import type { Database } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import { decoder } from '../../platform/stored.ts';
import type { Item } from '../../engines/synthesis/item.ts';

const valueOf = decoder('An item of a synthesis', Type.Record(Type.String(), Type.Unknown()));

/** Adds items from a place on, those that are not there yet: a repeated attempt adds none twice. */
export async function addItems({ db }: Database, jobId: string, from: number, items: readonly Item[]): Promise<void> {
  const rows = items.map(({ value, provenance, rejected }, index) => ({
    ...{ jobId, ordinal: from + index, value: json(value), provenance: json(provenance) },
    rejected: rejected?.reason ?? null,
    about: rejected?.about ?? null,
  }));
  await db.synthesisItem.createMany({ data: rows, skipDuplicates: true });
}

export interface StoredItem {
  /** Its place among all items that were made, from 0. */
  readonly ordinal: number;
  readonly value: Readonly<Record<string, unknown>>;
  readonly provenance: Readonly<Record<string, unknown>>;
}

/** Items that are read at a time: each can quote texts of some 100,000 characters. */
const BATCH = 100;

/** All accepted items, in order. */
export async function* acceptedItems(database: Database, jobId: string): AsyncGenerator<StoredItem> {
  for (let after = -1, isLast = false; !isLast;) {
    const items = await itemsAfter(database, jobId, after, BATCH);
    yield* items;
    after = items.at(-1)?.ordinal ?? after;
    isLast = items.length < BATCH;
  }
}

/** The next accepted items after a place, in order; -1 is the beginning. */
export async function itemsAfter(
  { db }: Database,
  jobId: string,
  after: number,
  take: number,
): Promise<readonly StoredItem[]> {
  const rows = await db.synthesisItem.findMany({
    where: { jobId, rejected: null, ordinal: { gt: after } },
    select: { ordinal: true, value: true, provenance: true },
    orderBy: { ordinal: 'asc' },
    take,
  });
  return rows.map(({ ordinal, value, provenance }) => ({
    ordinal,
    ...{ value: valueOf(value), provenance: valueOf(provenance) },
  }));
}

export interface ItemCounts {
  readonly accepted: number;
  /** By reason. */
  readonly rejected: Readonly<Record<string, number>>;
}

export async function countItems({ db }: Database, jobId: string): Promise<ItemCounts> {
  const groups = await db.synthesisItem.groupBy({ by: ['rejected'], where: { jobId }, _count: true });
  const rejected: Record<string, number> = {};
  let accepted = 0;
  for (const { rejected: reason, _count: count } of groups) {
    if (reason === null) accepted = count;
    else rejected[reason] = count;
  }
  return { accepted, rejected };
}
