/** The chunks of a document, as a search finds them. */
import type { Database } from '../../../platform/database/client.ts';

/** A chunk in its document. */
export interface PlacedChunk {
  readonly ordinal: number;
  readonly heading: string;
  readonly body: string;
  /** UTF-16 code units of the Markdown, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly pageFrom: number | null;
  readonly pageTo: number | null;
}

export interface DocumentChunk extends PlacedChunk {
  readonly id: bigint;
  readonly tokens: number;
}

/**
 * At most `take` chunks of a document after an ordinal, in their order. The caller has checked that the document may be
 * read.
 */
export function listChunks(
  { db }: Database,
  documentPk: bigint,
  after: number,
  take: number,
): Promise<readonly DocumentChunk[]> {
  return db.knowledgeChunk.findMany({
    where: { documentPk, ordinal: { gt: after } },
    select: {
      id: true,
      ordinal: true,
      heading: true,
      body: true,
      start: true,
      end: true,
      pageFrom: true,
      pageTo: true,
      tokens: true,
    },
    orderBy: { ordinal: 'asc' },
    take,
  });
}
