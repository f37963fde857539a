/** Which documents of a dataset a caller may read, as a condition in SQL: their own policy, and that of the object behind them as it is now. */
import { Prisma } from '../../platform/database/generated/client.ts';
import type { Accessor } from '../access/policy.ts';
import { guardedColumns, readableBy } from '../access/predicate.ts';

/**
 * Holds for the rows of `knowledge_document`, under the alias `document`, that the caller may read. A document that is
 * being deleted, or whose object was, is readable by nobody. The policy of the dataset is not part of it.
 */
export function readableDocument(caller: Accessor): Prisma.Sql {
  return Prisma.sql`(
    document.deleted_at IS NULL
    AND ${readableBy(caller, guardedColumns('document'))}
    AND (
      document.object_id IS NULL
      OR EXISTS (
        SELECT FROM storage_object object
        WHERE object.id = document.object_id AND ${readableBy(caller, guardedColumns('object'))}
      )
    )
  )`;
}

/** Holds for those that the caller may delete: the readable ones, and those whose object was deleted, which nobody can read any more. */
export function removableDocument(caller: Accessor): Prisma.Sql {
  return Prisma.sql`(
    document.deleted_at IS NULL
    AND ${readableBy(caller, guardedColumns('document'))}
    AND NOT EXISTS (
      SELECT FROM storage_object object
      WHERE object.id = document.object_id AND ${readableBy(caller, guardedColumns('object'))} IS NOT TRUE
    )
  )`;
}
