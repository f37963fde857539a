/** How much a language model would have to read, before anything is chunked. */
import type { Database } from '../../../platform/database/client.ts';
import { chunksBeside } from './chunks.ts';
import type { ChunkKey, CutChunk } from './chunks.ts';
import { chunkIsDue } from './extractions.ts';
import type { TokenRange } from '../../jobs/row-ranges.ts';
import type { ExtractionWork } from './extractions.ts';
import { documentIsDue } from './progress.ts';
import type { ChunkingWork } from './progress.ts';

/** A number of chunks, and the tokens of their texts. */
export type ExtractionSize = Pick<TokenRange, 'rows' | 'tokens'>;

/** What is to be extracted from a document once it consists of the chunks `cut`. */
export async function extractionOfCut(
  { db }: Database,
  work: ExtractionWork,
  documentPk: bigint,
  cut: readonly CutChunk[],
): Promise<ExtractionSize> {
  const extracted = await db.$queryRaw<ChunkKey[]>`
    SELECT chunk.hash, chunk.occurrence FROM knowledge_chunk chunk
    JOIN knowledge_document document ON document.id = chunk.document_pk
    JOIN knowledge_extraction extraction ON extraction.chunk_id = chunk.id
    WHERE chunk.document_pk = ${documentPk} AND NOT (${chunkIsDue(work)})`;
  const left = chunksBeside(
    extracted,
    cut.filter(({ record }) => record === null),
  );
  return { rows: left.length, tokens: left.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/** What is to be extracted from the documents of a dataset that need no chunking. */
export async function extractionOfUnchanged(
  { db }: Database,
  work: ExtractionWork,
  chunking: Omit<ChunkingWork, 'datasetId'>,
): Promise<ExtractionSize> {
  const [left] = await db.$queryRaw<ExtractionSize[]>`
    SELECT count(*)::int AS rows, coalesce(sum(chunk.tokens), 0)::int AS tokens FROM knowledge_chunk chunk
    JOIN knowledge_document document ON document.id = chunk.document_pk
    LEFT JOIN knowledge_extraction extraction ON extraction.chunk_id = chunk.id
    WHERE ${chunkIsDue(work)} AND NOT ${documentIsDue(chunking)}`;
  return left ?? { rows: 0, tokens: 0 };
}
