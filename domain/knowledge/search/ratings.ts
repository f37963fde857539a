/**
 * The ratings of what a search found, and what they change. Those of a passage belong to its tenant, so that no other
 * is affected.
 */
import { likenessOfCosine, likenessOfWords, weigh } from '../../../engines/knowledge/retrieval/index.ts';
import type { Rating, Hit } from '../../../engines/knowledge/retrieval/index.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { hasVectorOf, vectorLiteral, vectorType } from '../datasets/vectors.ts';
import type { Search } from './opening.ts';

/** Of one passage: persons whose ratings are read, and ratings of each; the newest first. */
const MOST_PERSONS = 100;
const MOST_OF_ONE = 10;

/**
 * Best first: the hits with their ratings. Questions are compared by their vectors, or by their words where the search
 * has none.
 */
export async function weighRatings(search: Search, byMeaning: boolean, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const { question } = search;
  const known = byMeaning ? await search.meaning() : null;
  const rows = await ratingsOf(search, known?.vector ?? null, hits);
  const ratings = rows.map(({ chunk, person, rating, asked, cosine }): Rating => ({
    chunk,
    person,
    rating: rating > 0 ? 1 : -1,
    likeness:
      cosine !== null && known
        ? likenessOfCosine(cosine, known.scale.unrelated)
        : likenessOfWords(asked, question.text, question.language),
  }));
  return weigh(hits, ratings);
}

interface AskedRating {
  readonly chunk: string;
  readonly person: string;
  readonly rating: number;
  /** The question that it is for. */
  readonly asked: string;
  /** Of both questions; `null` without vectors of the same model. */
  readonly cosine: number | null;
}

function ratingsOf(
  { database: { db }, scope }: Search,
  vector: Float32Array | null,
  hits: readonly Hit[],
): Promise<AskedRating[]> {
  const type = vectorType(scope.model);
  const cosine =
    vector === null
      ? Prisma.sql`NULL::float`
      : Prisma.sql`CASE WHEN ${hasVectorOf(scope.model, 'feedback')}
          THEN 1 - (feedback.embedding::${type} <=> ${vectorLiteral(vector)}::${type}) END`;
  return db.$queryRaw<AskedRating[]>`
    SELECT asked.id::text AS chunk, person.subject AS person, rated.rating, rated.question AS asked, rated.cosine
    FROM unnest(${hits.map(({ chunk }) => chunk)}::bigint[]) AS asked(id) CROSS JOIN LATERAL (
      SELECT feedback.owner_subject AS subject FROM knowledge_feedback feedback WHERE feedback.chunk_id = asked.id
      GROUP BY 1 ORDER BY max(feedback.id) DESC LIMIT ${MOST_PERSONS}) person CROSS JOIN LATERAL (
      SELECT feedback.rating, feedback.question, ${cosine} AS cosine FROM knowledge_feedback feedback
      WHERE feedback.chunk_id = asked.id AND feedback.owner_subject = person.subject ORDER BY feedback.id DESC
        LIMIT ${MOST_OF_ONE}) rated
    ORDER BY asked.id`;
}
