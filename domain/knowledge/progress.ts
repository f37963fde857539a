/** Which documents and chunks a Cognify run has still to work on, as ranges of rows. */
import type { Database } from '../../platform/database/client.ts';

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

/** The documents to chunk after a row: at most `ranges` ranges of `size`. */
export function documentsToChunk(
  { db }: Database,
  { datasetId, rulesDigest, isIncremental }: ChunkingWork,
  after: string,
  { size, ranges }: { readonly size: number; readonly ranges: number },
): Promise<Work> {
  return workOf(
    db.$queryRaw<Rows[]>`
      SELECT min(id)::text AS first, max(id)::text AS last, count(*)::int AS rows FROM (
        SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${size} AS range FROM (
          SELECT id FROM knowledge_document
          WHERE dataset_id = ${datasetId} AND id > ${after}::bigint
            AND (NOT ${isIncremental} OR chunked_hash IS DISTINCT FROM content_hash || ' ' || ${rulesDigest})
          ORDER BY id LIMIT ${size * ranges}) due) ranged
      GROUP BY range ORDER BY range`,
  );
}

/** The chunks whose names are still to be read, after a row: at most `ranges` ranges of `size`. */
export function chunksToRead(
  { db }: Database,
  datasetId: string,
  after: string,
  { size, ranges }: { readonly size: number; readonly ranges: number },
): Promise<Work> {
  return workOf(
    db.$queryRaw<Rows[]>`
      SELECT min(id)::text AS first, max(id)::text AS last, count(*)::int AS rows FROM (
        SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${size} AS range FROM (
          SELECT id FROM knowledge_chunk
          WHERE dataset_id = ${datasetId} AND NOT is_read AND id > ${after}::bigint
          ORDER BY id LIMIT ${size * ranges}) due) ranged
      GROUP BY range ORDER BY range`,
  );
}

async function workOf(query: Promise<readonly (Rows & { readonly rows?: number })[]>): Promise<Work> {
  const ranges = await query;
  return {
    ranges: ranges.map(({ first, last }) => ({ first, last })),
    rows: ranges.reduce((sum, { rows = 0 }) => sum + rows, 0),
  };
}
