/** Work on many rows of a table in batches, each a range of identifiers: which are next, and how one ended. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';

/** Identifiers of rows, as text: they are larger than a number. */
export interface Rows {
  readonly first: string;
  readonly last: string;
}

/** A range with the number of rows in it that are to be worked on. */
export interface Range extends Rows {
  readonly rows: number;
}

/** Texts for a language model, with their tokens. */
export interface TokenRange extends Range {
  readonly tokens: number;
}

/** A range with what a language model is expected to take for it. */
export interface PricedRange extends TokenRange {
  /** Name of the model. */
  readonly model: string;
  readonly usd: number;
}

/** What a language model may take for a job; `null`: no limit. */
export interface ModelLimits {
  readonly max_usd: number | null;
  readonly max_tokens: number | null;
}

/** A limit by its name in requests and results. */
export type ModelLimit = 'max_cost_usd' | 'max_tokens';

/** How many rows a range has, and how many ranges a plan has at most. */
export interface PlanSize {
  readonly size: number;
  readonly ranges: number;
}

/** How a step of a batch ended. */
export interface RangeEnd {
  /** `false`: it made room for others, and the batch needs another step. */
  readonly is_done: boolean;
  /** The rows that are left for that step; absent when the rows themselves say what is still to be done. */
  readonly rest?: Rows;
  /** What it has found and not changed; absent: nothing. */
  readonly found?: Found;
}

/** Numbers by name. */
export type Found = Readonly<Record<string, number>>;

/** The next ranges of a query of identifiers, in order. */
export function inRanges(database: Database, due: Prisma.Sql, plan: PlanSize): Promise<Range[]> {
  return rangesOf(database, due, plan, Prisma.empty);
}

/** The next ranges of a query of `id` and `tokens`, in order. */
export function inTokenRanges(database: Database, due: Prisma.Sql, plan: PlanSize): Promise<TokenRange[]> {
  return rangesOf(database, due, plan, Prisma.sql`, sum(tokens)::int AS tokens`);
}

function rangesOf<R extends Range>(
  { db }: Database,
  due: Prisma.Sql,
  { size, ranges }: PlanSize,
  sums: Prisma.Sql,
): Promise<R[]> {
  return db.$queryRaw<R[]>`
    SELECT min(id)::text AS first, max(id)::text AS last, count(*)::int AS rows ${sums} FROM (
      SELECT *, (row_number() OVER (ORDER BY id) - 1) / ${size} AS range FROM (
        ${due} ORDER BY id LIMIT ${size * ranges}) due) ranged
    GROUP BY range ORDER BY range`;
}
