/** Pages of lists. */
import { Type } from 'typebox';
import type { TSchema, TString } from 'typebox';
import { List, RowCursor, Whole } from './schema.ts';

/** How many items a page of a list has. */
export interface PageSizes {
  /** The items, as descriptions begin with them. */
  readonly of: string;
  readonly usual: number;
  readonly most: number;
}

/** Members of the query for a page: how many items, and where it begins. */
export function pageMembers({ of, usual, most }: PageSizes, cursor: TString = RowCursor) {
  return {
    limit: Type.Optional(Whole(`${of} per page. Default ${usual}.`, usual, { minimum: 1, maximum: most })),
    cursor: Type.Optional(cursor),
  };
}

/** A query of {@link pageMembers} alone. */
export function pageQuery(sizes: PageSizes, cursor?: TString) {
  return Type.Object(pageMembers(sizes, cursor), { additionalProperties: false });
}

/** Members of a page of items, which `description` is about. */
export function pageOf<T extends TSchema>(item: T, description: string) {
  return { items: List(item, description), next_cursor: NextCursor };
}

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  title: 'NextCursor',
  description: 'Pass it as `cursor` for the next page; `null` on the last.',
});

/**
 * Up to `limit` rows, and the cursor of the page after them; `null` on the last page. `read` is asked for one row more,
 * which shows whether another page follows.
 */
export async function readPage<Row>(
  limit: number,
  read: (take: number) => Promise<readonly Row[]>,
  cursorOf: (last: Row) => string,
): Promise<{ readonly rows: Row[]; readonly next_cursor: string | null }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next_cursor: found.length > limit && last !== undefined ? cursorOf(last) : null };
}
