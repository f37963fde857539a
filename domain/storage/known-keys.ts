/** Which keys of the object store have a row, by the manifests of all domains. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import type { KeyColumn } from '../manifests/manifest.ts';

/** Those of the keys that a row holds. The columns are asked one after the other: see {@link KeyColumn}. */
export async function knownKeys(
  { db }: Database,
  keys: readonly string[],
  columns: readonly KeyColumn[],
): Promise<Set<string>> {
  const known = new Set<string>();
  if (keys.length === 0) return known;
  for (const { table, column, states } of columns) {
    const inState = states ? Prisma.sql`AND state IN (${Prisma.join([...states])})` : Prisma.empty;
    const rows = await db.$queryRaw<{ key: string }[]>`SELECT ${Prisma.raw(column)} AS key FROM ${Prisma.raw(table)}
      WHERE ${Prisma.raw(column)} IN (${Prisma.join([...keys])}) ${inState}`;
    for (const { key } of rows) known.add(key);
  }
  return known;
}
