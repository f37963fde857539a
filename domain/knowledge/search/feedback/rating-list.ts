/** Reads ratings: the caller's own, and those of passages that the caller may read. */
import { Prisma } from '../../../../platform/database/generated/client.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { readableInDataset } from '../../datasets/access.ts';

export interface RatingRow {
  readonly id: string;
  readonly ownerSubject: string;
  readonly rating: number;
  readonly chunk: string;
  readonly datasetKey: string;
  readonly documentId: string;
  /** `null` for anybody but its owner, as is the comment: a question may tell of what its reader may not read. */
  readonly question: string | null;
  readonly comment: string | null;
  readonly createdAt: Date;
}

/** Members narrow each other. */
export interface RatingFilter {
  readonly ids?: readonly string[] | undefined;
  readonly onlyOwn?: boolean;
  readonly chunk?: string | undefined;
  readonly below?: string | undefined;
}

/** At most `take` ratings, newest first. */
export function listRatings(
  { db }: Database,
  caller: Accessor,
  { ids, onlyOwn = false, chunk, below }: RatingFilter,
  take: number,
): Promise<RatingRow[]> {
  const isOwn = Prisma.sql`feedback.owner_subject = ${caller.subject}`;
  const conditions = [
    Prisma.sql`feedback.tenant_id = ${caller.tenantId} AND document.deleted_at IS NULL AND dataset.deleted_at IS NULL`,
    onlyOwn ? isOwn : Prisma.sql`(${isOwn} OR ${readableInDataset(caller)})`,
    ids && Prisma.sql`feedback.id = ANY(${[...ids]}::bigint[])`,
    chunk && Prisma.sql`feedback.chunk_id = ${chunk}::bigint`,
    below && Prisma.sql`feedback.id < ${below}::bigint`,
  ].filter((condition) => condition !== undefined && condition !== '');
  return db.$queryRaw<RatingRow[]>`
    SELECT feedback.id::text, feedback.owner_subject AS "ownerSubject", feedback.rating, feedback.chunk_id::text AS
      chunk,
      dataset.dataset_key AS "datasetKey", document.document_id AS "documentId", feedback.created_at AS "createdAt",
      CASE WHEN ${isOwn} THEN feedback.question END AS question, CASE WHEN ${isOwn} THEN feedback.comment END AS comment
    FROM knowledge_feedback feedback JOIN knowledge_chunk chunk ON chunk.id = feedback.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    JOIN knowledge_dataset dataset ON dataset.id = chunk.dataset_id
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY feedback.id DESC LIMIT ${take}`;
}
