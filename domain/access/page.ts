/** Pages of guarded rows. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import type { Accessor } from './policy.ts';
import { guardedColumns, readableBy } from './predicate.ts';

/** The last row of the page before. */
export interface PagePosition {
  readonly createdAt: string;
  readonly id: string;
}

/**
 * At most `take` identifiers of the rows that the caller may read, newest first, below `after`. `table` and `condition`
 * are parts of the statement, never input; the alias of the table is `guarded`.
 */
export async function readableIds(
  { db }: Database,
  caller: Accessor,
  { table, condition }: { readonly table: string; readonly condition?: string },
  after: PagePosition | undefined,
  take: number,
): Promise<string[]> {
  const below = after
    ? Prisma.sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id})`
    : Prisma.sql`true`;
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(table)} guarded
    WHERE ${Prisma.raw(condition ?? 'true')} AND ${below} AND ${readableBy(caller, guardedColumns('guarded'))}
    ORDER BY created_at DESC, id DESC LIMIT ${take}`;
  return rows.map(({ id }) => id);
}
