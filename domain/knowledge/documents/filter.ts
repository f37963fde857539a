/** Which documents of a dataset are asked for. */
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { readableDocument } from '../datasets/access.ts';

/** Members narrow each other. */
export interface DocumentFilter {
  readonly documentId?: string | undefined;
  readonly nodeSet?: string | undefined;
}

/** Holds for the rows of `knowledge_document`, under the alias `document`, that are asked for and readable. */
export function matchingDocument(caller: Accessor, { documentId, nodeSet }: DocumentFilter): Prisma.Sql {
  const conditions = [
    readableDocument(caller),
    ...(documentId === undefined ? [] : [Prisma.sql`document.document_id = ${documentId}`]),
    ...(nodeSet === undefined ? [] : [Prisma.sql`document.node_sets && ARRAY[${nodeSet}]`]),
  ];
  return Prisma.join(conditions, ' AND ');
}
