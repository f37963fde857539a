/** Which documents and chunks a Cognify run has still to work on, as ranges of rows. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';

/** Identifiers of rows, as text: they are larger than a number. */
export interface Rows {
  readonly first: string;
  readonly last: string;
}

/** The next ranges after a row, in order, of at most `size` rows each, and how many rows they are in all. */
export interface Work {
  readonly ranges: readonly Rows[];
  readonly rows: number;
}

/** Which documents are to be chunked: those whose content or rules have changed, or all. */
export interface ChunkingWork {
  readonly datasetId: string;
  /** Digest of the rules and the model. */
  readonly rulesDigest: string;
  readonly isIncremental: boolean;
}

/** What the chunks of a document were made of, once they are up to date. */
export function chunkedHash(contentHash: string, rulesDigest: string): string {
  return `${contentHash} ${rulesDigest}`;
}

/** How many rows a range has, and how many ranges a plan has at most. */
export interface PlanSize {
  readonly size: number;
  readonly ranges: number;
}

/** The documents to chunk after a row. */
export function documentsToChunk(
  database: Database,
  { datasetId, rulesDigest, isIncremental }: ChunkingWork,
  after: string,
  plan: PlanSize,
): Promise<Work> {
  const due = Prisma.sql`SELECT id FROM knowledge_document
    WHERE dataset_id = ${datasetId} AND id > ${after}::bigint AND deleted_at IS NULL
      AND (NOT ${isIncremental} OR chunked_hash IS DISTINCT FROM content_hash || ' ' || ${rulesDigest})`;
  return inRanges(database, due, plan);
}

/** The chunks whose names are still to be read, after a row. */
export function chunksToRead(database: Database, datasetId: string, after: string, plan: PlanSize): Promise<Work> {
  const due = Prisma.sql`SELECT id FROM knowledge_chunk
    WHERE dataset_id = ${datasetId} AND NOT is_read AND id > ${after}::bigint`;
  return inRanges(database, due, plan);
}

/** The first rows of a query of identifiers, in order. */
async function inRanges({ db }: Database, due: Prisma.Sql, { size, ranges }: PlanSize): Promise<Work> {
  const found = await db.$queryRaw<(Rows & { readonly rows: number })[]>`
    SELECT min(id)::text AS first, max(id)::text AS last, count(*)::int AS rows FROM (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${size} AS range FROM (
        ${due} ORDER BY id LIMIT ${size * ranges}) due) ranged
    GROUP BY range ORDER BY range`;
  return {
    ranges: found.map(({ first, last }) => ({ first, last })),
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
  };
}
