/** Candidates of a search by the words of the question, and the counts that BM25 needs. */
import { inverseFrequency } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Candidate, LexicalStatistics } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { countsOf, quotedLexeme } from '../../documents/lexemes.ts';
import type { SearchScope } from '../scope.ts';

/**
 * The rarest lexemes of a question are looked up until they come to this many chunks, so that a frequent word never
 * makes the index return half of the corpus (100,000 chunks: 13 ms, and 143 ms with all words).
 */
const LOOKUP_LIMIT = 1_000;

/**
 * What BM25 knows of the datasets of a search, for these lexemes: as far as the caller may read, so that no score
 * depends on what others keep beside it. Lexemes that no readable chunk has are absent.
 */
export async function lexicalStatistics(
  { db }: Database,
  { datasetIds, hidden }: SearchScope,
  lexemes: readonly string[],
): Promise<LexicalStatistics> {
  const within = Prisma.sql`dataset_id = ANY(${[...datasetIds]}::text[])`;
  const asked = Prisma.sql`${within} AND term = ANY(${[...lexemes]}::text[])`;
  const rows = await db.$queryRaw<{ term: string | null; chunks: number; words: number }[]>`
    SELECT NULL AS term, coalesce(sum(chunks), 0)::float AS chunks, coalesce(sum(words), 0)::float AS words FROM (
      SELECT chunks, words FROM knowledge_size WHERE ${within}
      UNION ALL SELECT -chunks, -words FROM knowledge_restricted_size WHERE ${within}
        AND audience_id IN ${hidden}) counted
    UNION ALL
    SELECT term, sum(chunks)::float, 0 FROM (
      SELECT term, chunks FROM knowledge_term WHERE ${asked}
      UNION ALL SELECT term, -chunks FROM knowledge_restricted_term WHERE ${asked} AND audience_id IN ${hidden}) counted
    GROUP BY term HAVING sum(chunks) > 0`;
  const { chunks = 0, words = 0 } = rows.find(({ term }) => term === null) ?? {};
  const frequencies = new Map(rows.flatMap(({ term, chunks }) => (term === null ? [] : [[term, chunks]])));
  return { texts: chunks, averageLength: chunks > 0 ? words / chunks : 1, frequencies };
}

/** Chunks of the scope that hold the rarest lexemes, those with the greatest sum of weights first. */
export async function chunksWith(
  { db }: Database,
  { datasetIds, matching }: SearchScope,
  statistics: LexicalStatistics,
  take: number,
): Promise<string[]> {
  const all = [...statistics.frequencies.keys()];
  const rarest = rarestOf(statistics.frequencies);
  if (rarest.length === 0) return [];
  const weights = all.map((lexeme) => inverseFrequency(lexeme, statistics));
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH weighed AS MATERIALIZED (
      SELECT lexeme::tsquery AS lexeme, weight FROM unnest(${all.map(quotedLexeme)}::text[], ${weights}::float[])
        AS weighed(lexeme, weight)
    ), holding AS MATERIALIZED (
      SELECT chunk.id, chunk.terms FROM knowledge_chunk chunk
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE chunk.terms @@ ${rarest.map(quotedLexeme).join(' | ')}::tsquery
        AND chunk.dataset_id = ANY(${[...datasetIds]}::text[]) AND ${matching}
      LIMIT ${2 * LOOKUP_LIMIT}
    )
    SELECT id::text FROM holding
    ORDER BY (SELECT sum(weight) FROM weighed WHERE holding.terms @@ weighed.lexeme) DESC, holding.id LIMIT ${take}`;
  return rows.map(({ id }) => id);
}

/** At least one lexeme, unless there is none. */
function rarestOf(frequencies: ReadonlyMap<string, number>): string[] {
  const rarest: string[] = [];
  let sum = 0;
  for (const [lexeme, chunks] of [...frequencies].toSorted(([, a], [, b]) => a - b)) {
    sum += chunks;
    if (sum > LOOKUP_LIMIT && rarest.length > 0) break;
    rarest.push(lexeme);
  }
  return rarest;
}

/** The chunks with the counts of these lexemes, as BM25 sees them. */
export async function chunkTerms(
  { db }: Database,
  chunks: readonly string[],
  lexemes: readonly string[],
): Promise<Omit<Candidate, 'cosine'>[]> {
  // Postgres takes three times as long to unpack the terms as to write them.
  const rows = await db.$queryRaw<{ chunk: string; length: number; terms: string }[]>`
    SELECT id::text AS chunk, words AS length, terms::text FROM knowledge_chunk
      WHERE id = ANY(${[...chunks]}::bigint[])`;
  const countOf = countsOf(lexemes);
  return rows.map(({ chunk, length, terms }) => ({ chunk, length, counts: countOf(terms) }));
}
