/** Hits become passages: their text, where it comes from, and what of it matches the question. */
import { highlight } from '../../../engines/knowledge/answer/index.ts';
import { askedWords } from '../../../engines/knowledge/retrieval/index.ts';
import type { Highlight } from '../../../engines/knowledge/answer/index.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Search } from './opening.ts';

/** A chunk with its text, and where it comes from. */
export interface ChunkWithSource {
  readonly chunk: string;
  /** SHA-256 of heading and text. */
  readonly hash: string;
  readonly heading: string;
  readonly body: string;
  readonly ordinal: number;
  /** UTF-16 code units of the document's Markdown, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly pageFrom: number | null;
  readonly pageTo: number | null;
  /** Of a record: its type, and its position in the table, from 1. */
  readonly recordType: string | null;
  readonly recordRow: number | null;
  readonly datasetId: string;
  readonly documentId: string;
  readonly label: string | null;
  readonly title: string | null;
  readonly uri: string | null;
  readonly objectId: string | null;
  readonly language: string | null;
}

export interface Passage extends ChunkWithSource {
  readonly hit: Hit;
  /** The sentence that matches the question best; `null` for a text without sentences. */
  readonly highlight: Highlight | null;
}

/**
 * The passages of these hits, in their order. Like {@link readTexts}, it leaves out the last ones of many long ones.
 */
export async function passagesOf(
  { database, question, lexical }: Search,
  hits: readonly Hit[],
): Promise<{ readonly passages: readonly Passage[]; readonly isCut: boolean }> {
  const byChunk = new Map(hits.map((hit) => [hit.chunk, hit]));
  const { texts, isCut } = await readTexts(database, [...byChunk.keys()]);
  const asked = askedWords(question, lexical);
  const passages = texts.flatMap((text): Passage[] => {
    const hit = byChunk.get(text.chunk);
    return hit ? [{ ...text, hit, highlight: highlight(asked, text.body, question.language) }] : [];
  });
  return { passages, isCut };
}

/**
 * Characters of the passages of one search together: 100 chunks of the largest size fit, unless they have lines of
 * several thousand tokens.
 */
const MOST_CHARACTERS = 2_000_000;

interface Texts {
  readonly texts: readonly ChunkWithSource[];
  /** Whether texts at the end were left out, because all together have more than two million characters. */
  readonly isCut: boolean;
}

/**
 * The texts of these chunks, which are of the scope of the search, in the same order; one that was removed meanwhile is
 * left out. The first is always among them.
 */
export async function readTexts({ db }: Database, chunks: readonly string[]): Promise<Texts> {
  const rows = await db.$queryRaw<(Omit<ChunkWithSource, 'body'> & { readonly body: string | null })[]>`
    WITH asked AS (
      SELECT chunk.id, asked.at, coalesce(sum(length(chunk.body)) OVER (
        ORDER BY asked.at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM unnest(${[...chunks]}::bigint[]) WITH ORDINALITY AS asked(id, at)
        JOIN knowledge_chunk chunk ON chunk.id = asked.id)
    SELECT chunk.id::text AS chunk, chunk.hash, chunk.heading, chunk.ordinal, chunk.start, chunk."end",
      CASE WHEN asked.before = 0 OR asked.before + length(chunk.body) <= ${MOST_CHARACTERS} THEN chunk.body END AS body,
      chunk.page_from AS "pageFrom", chunk.page_to AS "pageTo", chunk.record_type AS "recordType",
      chunk.record_row AS "recordRow", document.dataset_id AS "datasetId",
      document.document_id AS "documentId", document.label, document.title, document.uri,
      document.object_id AS "objectId", document.language
    FROM asked JOIN knowledge_chunk chunk ON chunk.id = asked.id
    JOIN knowledge_document document ON document.id = chunk.document_pk ORDER BY asked.at`;
  const texts = rows.flatMap(({ body, ...row }) => (body === null ? [] : [{ ...row, body }]));
  return { texts, isCut: texts.length < rows.length };
}
