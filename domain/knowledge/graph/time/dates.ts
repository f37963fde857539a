/** The dates of chunks, in their texts and headings and of their documents. */
import type { Period } from '../../../../engines/knowledge/time/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';

export const PLACES = ['text', 'heading', 'document'] as const;
export type Place = (typeof PLACES)[number];

/** How much a date counts, by where it is written. Set by judgement: no sample fixed it. */
export const PLACE_WEIGHTS: Readonly<Record<Place, number>> = { text: 1, heading: 0.9, document: 0.7 };

/** A date of a chunk. */
export interface PlacedDate extends Period {
  readonly chunk: string;
  /** Where it is written. `document`: it is that of the document. */
  readonly place: Place;
  /** UTF-16 code units of the text or heading, end exclusive; `null` for the document's. */
  readonly start: number | null;
  readonly end: number | null;
}

/** The dates of each of the chunks, those of texts first, in their order. */
export async function datesOf({ db }: Database, chunks: readonly string[]): Promise<ReadonlyMap<string, PlacedDate[]>> {
  const ids = Prisma.sql`${[...chunks]}::bigint[]`;
  const rows = await db.$queryRaw<PlacedDate[]>`
    SELECT * FROM (
      SELECT chunk_id::text AS chunk, place, start, "end", from_day AS "from", to_day AS "to" FROM knowledge_date
      WHERE chunk_id = ANY(${ids})
      UNION ALL
      SELECT chunk.id::text, 'document', NULL, NULL, document.date_from, document.date_to FROM knowledge_chunk chunk
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE chunk.id = ANY(${ids}) AND document.date_from IS NOT NULL) date
    ORDER BY array_position(${[...PLACES]}::text[], place), start`;
  return Map.groupBy(rows, ({ chunk }) => chunk);
}
