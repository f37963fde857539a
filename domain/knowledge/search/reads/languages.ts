/** The languages of the documents that a search is about. */
import { LANGUAGES } from '../../../../engines/text/stop-words.ts';
import type { Language } from '../../../../engines/text/stop-words.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { SearchScope } from '../scope.ts';

/** Each further language makes a question longer, and its words less certain. */
const MOST_LANGUAGES = 3;

/** Those of the languages of readable documents that are stemmed, in the order in which they are declared; English where there is none. */
export async function languagesOf(
  { db }: Database,
  { datasetIds, readable }: SearchScope,
): Promise<readonly Language[]> {
  // A loose index scan: Postgres has none of its own, and would read every document for a DISTINCT.
  const rows = await db.$queryRaw<{ language: string | null }[]>`
    WITH RECURSIVE spoken AS (
      SELECT dataset.id, (
        SELECT min(document.language) FROM knowledge_document document
        WHERE document.dataset_id = dataset.id AND ${readable}) AS language
      FROM unnest(${[...datasetIds]}::text[]) AS dataset(id)
      UNION ALL
      SELECT spoken.id, (
        SELECT min(document.language) FROM knowledge_document document
        WHERE document.dataset_id = spoken.id AND document.language > spoken.language AND ${readable})
      FROM spoken WHERE spoken.language IS NOT NULL
    )
    SELECT DISTINCT language FROM spoken`;
  const spoken = new Set(rows.map(({ language }) => language));
  const known = LANGUAGES.filter((language) => spoken.has(language)).slice(0, MOST_LANGUAGES);
  return known.length > 0 ? known : ['en'];
}
