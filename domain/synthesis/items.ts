/** Rows of the items of a synthesis. */
import { Type } from 'typebox';
import { sourcesIn, REJECTION_REASONS } from '../../engines/synthesis/items/index.ts';
import type { Database } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import { SKIP_REASONS } from '../../engines/synthesis/checks/index.ts';
import type { CheckedValue, SkipReason } from '../../engines/synthesis/checks/index.ts';
import type { Item, Rejection } from '../../engines/synthesis/items/index.ts';

const reasonOf = decoder('The reason of a rejection', OrNull(Type.Enum([...REJECTION_REASONS])));
const valueOf = decoder('An item of a synthesis', Type.Record(Type.String(), Type.Unknown()));

/** An item becomes one of the result, or not, when it is checked. */
export type ItemState = 'unchecked' | 'accepted' | 'rejected';

export interface NewItems {
  /** Place of the first. */
  readonly from: number;
  readonly items: readonly Item[];
  /** Of those that were not rejected while they were made. */
  readonly state: 'unchecked' | 'accepted';
}

/** Adds items from a place on, those that are not there yet: a repeated attempt adds none twice. */
export async function addItems({ db }: Database, jobId: string, { from, items, state }: NewItems): Promise<void> {
  const rows = items.map(({ value, provenance, rejected }, index) => ({
    jobId,
    ordinal: from + index,
    value: json(value),
    provenance: json(provenance),
    state: rejected === null ? state : ('rejected' satisfies ItemState),
    reason: rejected?.reason ?? null,
    about: rejected?.about ?? null,
  }));
  await db.synthesisItem.createMany({ data: rows, skipDuplicates: true });
}

/** Which places of a plan have items, where each place of it has `size` places of items. */
export async function placesOf({ db }: Database, jobId: string, size: number): Promise<ReadonlySet<number>> {
  const rows = await db.$queryRaw<{ place: number }[]>`
    SELECT DISTINCT ordinal / ${size}::int AS place FROM synthesis_item WHERE job_id = ${jobId}`;
  return new Set(rows.map(({ place }) => place));
}

export interface StoredItem {
  /** Its place among all items that were made, from 0. */
  readonly ordinal: number;
  readonly value: Readonly<Record<string, unknown>>;
  readonly provenance: Readonly<Record<string, unknown>>;
  /** `null`: it was not checked, or needs no check. */
  readonly scores: Readonly<Record<string, unknown>> | null;
  /** Why it was rejected, and what is wrong with it. */
  readonly reason: Rejection | null;
  readonly about: string | null;
}

/** What checks read of an item. */
export type UncheckedItem = Pick<StoredItem, 'ordinal' | 'value' | 'provenance'>;

/** Items that are read at a time: each can quote texts of some 100,000 characters. */
const BATCH = 100;

/** All items in a state, in order, in batches. Items that leave the state meanwhile do not matter. */
export async function* batchesOf(
  database: Database,
  jobId: string,
  state: ItemState,
): AsyncGenerator<readonly StoredItem[]> {
  for (let after = -1, isLast = false; !isLast;) {
    const items = await itemsAfter(database, jobId, { state, after, take: BATCH });
    if (items.length > 0) yield items;
    after = items.at(-1)?.ordinal ?? after;
    isLast = items.length < BATCH;
  }
}

/** All accepted items, in order. */
export async function* acceptedItems(database: Database, jobId: string): AsyncGenerator<StoredItem> {
  for await (const items of batchesOf(database, jobId, 'accepted')) yield* items;
}

/** The items in a state that quote none of the closed sources, in order. */
export async function* openItems(
  database: Database,
  jobId: string,
  state: ItemState,
  closed: ReadonlySet<string>,
): AsyncGenerator<StoredItem> {
  for await (const items of batchesOf(database, jobId, state)) {
    yield* items.filter((item) => isOpen(item, closed));
  }
}

/** Whether an item quotes none of the closed sources. Where there are any, one that names no source may quote them. */
export function isOpen({ provenance }: Pick<StoredItem, 'provenance'>, closed: ReadonlySet<string>): boolean {
  if (closed.size === 0) return true;
  const sources = sourcesIn(provenance);
  return sources.length > 0 && !sources.some((source) => closed.has(source));
}

export interface ItemRange {
  readonly state: ItemState;
  /** A place; -1 is the beginning. */
  readonly after: number;
  readonly take: number;
}

/** The next items after a place, in order. */
export async function itemsAfter(
  { db }: Database,
  jobId: string,
  { state, after, take }: ItemRange,
): Promise<readonly StoredItem[]> {
  const rows = await db.synthesisItem.findMany({
    where: { jobId, state, ordinal: { gt: after } },
    select: { ordinal: true, value: true, provenance: true, scores: true, reason: true, about: true },
    orderBy: { ordinal: 'asc' },
    take,
  });
  return rows.map(({ value, provenance, scores, reason, ...row }) => ({
    ...row,
    reason: reasonOf(reason),
    value: valueOf(value),
    provenance: valueOf(provenance),
    scores: scores === null ? null : valueOf(scores),
  }));
}

/** `rejected` is `null`: it was accepted. */
export interface CheckedItem extends CheckedValue {
  readonly ordinal: number;
}

/** Records what the checks decided. */
export async function commitChecks({ db }: Database, jobId: string, checked: readonly CheckedItem[]): Promise<void> {
  const decided = checked.map(({ ordinal, scores, rejected }) => ({
    ordinal,
    scores,
    reason: rejected?.reason ?? null,
    about: rejected?.about ?? null,
    method: rejected?.method ?? null,
    state: (rejected === null ? 'accepted' : 'rejected') satisfies ItemState,
  }));
  await db.$executeRaw`
    UPDATE synthesis_item item SET state = decided.state, reason = decided.reason, about = decided.about,
      method = decided.method, scores = decided.scores
    FROM jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
      AS decided (ordinal int, state text, reason text, about text, method text, scores json)
    WHERE item.job_id = ${jobId} AND item.ordinal = decided.ordinal`;
}

/** Deletes what is no item of the result: what the client did not ask for is not kept. */
export async function deleteOthers({ db }: Database, jobId: string): Promise<void> {
  await db.synthesisItem.deleteMany({ where: { jobId, state: { not: 'accepted' satisfies ItemState } } });
}

export const countIn = ({ db }: Database, jobId: string, state: ItemState): Promise<number> =>
  db.synthesisItem.count({ where: { jobId, state } });

export interface ItemCounts {
  readonly accepted: number;
  /** By reason. */
  readonly rejected: Readonly<Record<string, number>>;
  readonly unchecked: number;
  /** Rejected items by reason and method, where a reason has several methods. */
  readonly methods: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export async function countItems({ db }: Database, jobId: string): Promise<ItemCounts> {
  const groups = await db.$queryRaw<{ state: string; reason: string | null; method: string | null; count: number }[]>`
    SELECT state, reason, method, count(*)::int AS count FROM synthesis_item WHERE job_id = ${jobId}
    GROUP BY state, reason, method ORDER BY state, reason, method`;
  const counts = { unchecked: 0, accepted: 0 };
  const rejected: Record<string, number> = {};
  const methods: Record<string, Record<string, number>> = {};
  for (const { state, reason, method, count } of groups) {
    if (state === 'unchecked' || state === 'accepted') counts[state] = count;
    else if (reason !== null) {
      rejected[reason] = (rejected[reason] ?? 0) + count;
      if (method !== null) methods[reason] = { ...methods[reason], [method]: count };
    }
  }
  return { ...counts, rejected, methods };
}

export interface SkippedChecks {
  /** As in the scores of items. */
  readonly check: string;
  readonly reason: SkipReason;
  /** Accepted items that it was not made of. */
  readonly items: number;
}

const skipOf = decoder('The reason of a skipped check', Type.Enum([...SKIP_REASONS]));

/** Checks that were not made of accepted items. */
export async function skippedChecks({ db }: Database, jobId: string): Promise<readonly SkippedChecks[]> {
  const rows = await db.$queryRaw<{ check: string; reason: string; items: number }[]>`
    SELECT score.key AS check, score.value->>'skipped' AS reason, count(*)::int AS items
    FROM synthesis_item item, json_each(item.scores) score
    WHERE item.job_id = ${jobId} AND item.state = 'accepted' AND score.value->>'skipped' IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return rows.map(({ reason, ...row }) => ({ ...row, reason: skipOf(reason) }));
}
