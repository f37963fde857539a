/** Which documents and chunks a Cognify run has still to work on, as ranges of rows. */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { KnowledgeDocument } from '../../../platform/database/generated/client.ts';
import { inRanges } from '../../jobs/row-ranges.ts';
import type { PlanSize, Range } from '../../jobs/row-ranges.ts';

/** Which documents are to be chunked: those whose content or rules have changed, or all. */
export interface ChunkingWork {
  readonly datasetId: string;
  /** Digest of the rules. */
  readonly rulesDigest: string;
  /** Whether documents are left alone that were chunked by these rules in an earlier turn. */
  readonly isIncremental: boolean;
  /** The turn in which it is asked. */
  readonly generation: bigint;
}

/** Whether a document is still to be chunked. */
export function isDue(
  document: Pick<KnowledgeDocument, 'chunkedHash' | 'contentHash' | 'structured' | 'generation'>,
  work: Omit<ChunkingWork, 'datasetId'>,
): boolean {
  const { chunkedHash: made, generation } = document;
  const done = chunkedHash(document, work.rulesDigest);
  const isDone = made === done || made === skippedHash(done);
  return !isDone || (!work.isIncremental && generation !== work.generation);
}

/** Whether its chunks are of its present content, by whatever rules. */
export function isChunked({
  chunkedHash: made,
  contentHash,
}: Pick<KnowledgeDocument, 'chunkedHash' | 'contentHash'>): boolean {
  return made?.startsWith(`${contentHash} `) ?? false;
}

/** {@link isChunked} for the rows of `knowledge_document` under the alias `document`. */
export const documentIsChunked = Prisma.sql`starts_with(document.chunked_hash, document.content_hash || ' ') IS TRUE`;

/**
 * Whether the next Cognify job reads the present content of a document, under this alias: it was not chunked, and not
 * skipped either.
 */
export const documentWaits = Prisma.sql`(${documentIsChunked}
  OR starts_with(document.chunked_hash, 'skipped ' || document.content_hash || ' ')) IS NOT TRUE`;

/** What the chunks of a document were made of, once they are up to date. */
export function chunkedHash(
  { contentHash, structured }: Pick<KnowledgeDocument, 'contentHash' | 'structured'>,
  rulesDigest: string,
): string {
  return `${contentHash} ${rulesDigest}${structured ? ' records' : ''}`;
}

/** The same of a document that was skipped: it keeps the chunks of its earlier content, if any. */
export function skippedHash(chunkedHash: string): string {
  return `skipped ${chunkedHash}`;
}

/** {@link isDue} for the rows of `knowledge_document` under the alias `document`. */
export function documentIsDue({ rulesDigest, isIncremental, generation }: Omit<ChunkingWork, 'datasetId'>): Prisma.Sql {
  const done = Prisma.sql`document.content_hash || ' ' || ${rulesDigest} || CASE WHEN document.structured THEN
    ' records' ELSE '' END`;
  return Prisma.sql`((document.chunked_hash IN (${done}, 'skipped ' || ${done})) IS NOT TRUE
    OR NOT ${isIncremental} AND document.generation <> ${generation})`;
}

/** The documents to chunk after a row. */
export function documentsToChunk(
  database: Database,
  { datasetId, ...work }: ChunkingWork,
  after: string,
  plan: PlanSize,
): Promise<Range[]> {
  const due = Prisma.sql`SELECT id FROM knowledge_document document
    WHERE dataset_id = ${datasetId} AND id > ${after}::bigint AND deleted_at IS NULL AND ${documentIsDue(work)}`;
  return inRanges(database, due, plan);
}

/** The chunks whose names are still to be read, after a row. */
export function chunksToRead(database: Database, datasetId: string, after: string, plan: PlanSize): Promise<Range[]> {
  const due = Prisma.sql`SELECT id FROM knowledge_chunk
    WHERE dataset_id = ${datasetId} AND NOT is_read AND id > ${after}::bigint`;
  return inRanges(database, due, plan);
}
