/** Chunks as a search shows them: their text, and where it comes from. */
import type { Highlight } from '../../../engines/knowledge/answer/highlight.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import type { Database } from '../../../platform/database/client.ts';

export interface Passage {
  readonly chunk: string;
  readonly heading: string;
  readonly body: string;
  readonly ordinal: number;
  /** UTF-16 code units of the document's Markdown, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly pageFrom: number | null;
  readonly pageTo: number | null;
  readonly datasetId: string;
  readonly documentId: string;
  readonly label: string | null;
  readonly title: string | null;
  readonly uri: string | null;
  readonly objectId: string | null;
  readonly nodeSets: readonly string[];
  readonly language: string | null;
}

/** A passage that a search found, and how. */
export interface FoundPassage {
  readonly passage: Passage;
  readonly hit: Hit;
  /** The sentence that matches the question best. */
  readonly highlight: Highlight | null;
}

/** The passages of these chunks, which are of the scope of the search, in the same order; one that was removed meanwhile is left out. */
export async function readPassages({ db }: Database, chunks: readonly string[]): Promise<Passage[]> {
  const rows = await db.$queryRaw<Passage[]>`
    SELECT chunk.id::text AS chunk, chunk.heading, chunk.body, chunk.ordinal, chunk.start, chunk."end",
      chunk.page_from AS "pageFrom", chunk.page_to AS "pageTo", document.dataset_id AS "datasetId",
      document.document_id AS "documentId", document.label, document.title, document.uri,
      document.object_id AS "objectId", document.node_sets AS "nodeSets", document.language
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.id = ANY(${[...chunks]}::bigint[])`;
  const byId = new Map(rows.map((row) => [row.chunk, row]));
  return chunks.flatMap((id) => byId.get(id) ?? []);
}
