/** Pages of lists. */

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
