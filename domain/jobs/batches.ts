/** Work on many rows of a table in batches, each a range of identifiers: which are next, and how one ended. */
import type { Database } from '../../platform/database/client.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';

/** Identifiers of rows, as text: they are larger than a number. */
export interface Rows {
  readonly first: string;
  readonly last: string;
}

/** A range with the number of rows in it that are to be worked on. */
export interface Range extends Rows {
  readonly rows: number;
}

/** How many rows a range has, and how many ranges a plan has at most. */
export interface PlanSize {
  readonly size: number;
  readonly ranges: number;
}

/** How a step of a batch ended. */
export interface BatchEnd {
  /** `false`: it made room for others, and the batch needs another step. */
  readonly is_done: boolean;
  /** The rows that are left for that step; absent when the rows themselves say what is still to be done. */
  readonly rest?: Rows;
}

/** The next ranges of a query of identifiers, in order. */
export function inRanges({ db }: Database, due: Prisma.Sql, { size, ranges }: PlanSize): Promise<Range[]> {
  return db.$queryRaw<Range[]>`
    SELECT min(id)::text AS first, max(id)::text AS last, count(*)::int AS rows FROM (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${size} AS range FROM (
        ${due} ORDER BY id LIMIT ${size * ranges}) due) ranged
    GROUP BY range ORDER BY range`;
}
