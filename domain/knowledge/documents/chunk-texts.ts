/** Chunks as a language model is asked about them. */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Rows } from '../../jobs/row-ranges.ts';

export interface ChunkText {
  readonly id: bigint;
  readonly hash: string;
  readonly heading: string;
  readonly body: string;
  readonly tokens: number;
  /** Of its document. */
  readonly language: string | null;
  /** Whether an earlier job skipped it. */
  readonly wasSkipped: boolean;
}

/** Which chunks, in SQL about `knowledge_chunk chunk` and what is joined to it. */
interface ChunkCondition {
  readonly joined?: Prisma.Sql;
  readonly due: Prisma.Sql;
  readonly wasSkipped: Prisma.Sql;
}

/** The chunks of a range that are due, in order. */
export function chunkTextsIn(
  { db }: Database,
  { joined = Prisma.empty, due, wasSkipped }: ChunkCondition,
  { first, last }: Rows,
): Promise<ChunkText[]> {
  return db.$queryRaw<ChunkText[]>`
    SELECT chunk.id, chunk.hash, chunk.heading, chunk.body, chunk.tokens, document.language,
      ${wasSkipped} AS "wasSkipped"
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk ${joined}
    WHERE ${due} AND chunk.id BETWEEN ${first}::bigint AND ${last}::bigint ORDER BY chunk.id`;
}
