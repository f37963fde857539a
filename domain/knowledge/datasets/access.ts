/**
 * Which documents of a dataset a caller may read, as conditions in SQL. What the policy of a document and that of the
 * object behind it, as it is now, ask of a reader is its audience: triggers keep it (prisma/migrations), so that a
 * search evaluates the policies of a few audiences instead of every candidate's.
 */
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { guardedColumns, readableBy } from '../../access/predicate.ts';
import type { GuardedColumns } from '../../access/predicate.ts';

/**
 * Holds for the rows of `knowledge_document`, under the alias `document`, that the caller may read. A document that is
 * being deleted, or whose object was, is readable by nobody. The policy of the dataset is not part of it.
 */
export function readableDocument(caller: Accessor): Prisma.Sql {
  const { tenantId } = caller;
  return Prisma.sql`(document.deleted_at IS NULL AND document.tenant_id = ${tenantId} AND (document.audience_id IS NULL
    OR document.audience_id IN (
    SELECT audience.id FROM knowledge_audience audience WHERE audience.tenant_id = ${tenantId}
      AND NOT ${isRefused(caller)})))`;
}

/**
 * On `knowledge_dataset dataset` and `knowledge_document document`: the caller may read the document in its dataset.
 */
export function readableInDataset(caller: Accessor): Prisma.Sql {
  return Prisma.sql`(dataset.deleted_at IS NULL AND ${readableBy(caller, guardedColumns('dataset'))}
    AND ${readableDocument(caller)})`;
}

/** The identifiers of the audiences that the caller is not part of, as a subquery. */
export function hiddenAudiences(caller: Accessor): Prisma.Sql {
  return Prisma.sql`(
    SELECT audience.id FROM knowledge_audience audience WHERE audience.tenant_id = ${caller.tenantId}
      AND ${isRefused(caller)})`;
}

const RESTRICTION: GuardedColumns = {
  tenantId: Prisma.sql`asked.restriction->>'tenant_id'`,
  ownerSubject: Prisma.sql`asked.restriction->>'owner_subject'`,
  accessPolicy: Prisma.sql`(asked.restriction->'access_policy')`,
};

/** Whether the caller does not meet one of the restrictions of an audience. */
function isRefused(caller: Accessor): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM jsonb_array_elements(audience.restrictions) AS asked(restriction)
    WHERE ${readableBy(caller, RESTRICTION)} IS NOT TRUE)`;
}

/**
 * Holds for those that the caller may delete: the readable ones, and those whose object was deleted, which nobody can
 * read any more.
 */
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
