/** The ratings of what a search found, and what they change. Those of a passage belong to its tenant, so that no other is affected. */
import { likenessOfCosine, likenessOfWords, weigh } from '../../../engines/knowledge/feedback/weigh.ts';
import type { Rating } from '../../../engines/knowledge/feedback/weigh.ts';
import type { Hit } from '../../../engines/knowledge/retrieval/types.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { vectorLiteral } from '../vectors.ts';
import type { Search } from './hops.ts';

/** Ratings of one passage that are read, the newest first. */
const MOST_RATINGS = 100;

/** Best first: the hits with their ratings. Questions are compared by their vectors, or by their words where the search has none. */
export async function weighRatings(search: Search, byMeaning: boolean, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const { question } = search;
  const known = byMeaning ? await search.meaning() : null;
  const rows = await ratingsOf(search, known?.vector ?? null, hits);
  const ratings = rows.map(({ chunk, rating, asked, cosine }): Rating => ({
    chunk,
    rating: rating > 0 ? 1 : -1,
    likeness:
      cosine !== null && known
        ? likenessOfCosine(cosine, known.scale.unrelated)
        : likenessOfWords(asked, question.text, question.language),
  }));
  return weigh(hits, ratings);
}

interface RatingRow {
  readonly chunk: string;
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
): Promise<RatingRow[]> {
  const type = Prisma.raw(`vector(${Math.trunc(scope.dimensions)})`);
  const cosine =
    vector === null
      ? Prisma.sql`NULL::float`
      : Prisma.sql`CASE WHEN feedback.model = ${scope.model} AND vector_dims(feedback.embedding) = ${Math.trunc(scope.dimensions)}
          THEN 1 - (feedback.embedding::${type} <=> ${vectorLiteral(vector)}::${type}) END`;
  return db.$queryRaw<RatingRow[]>`
    SELECT asked.id::text AS chunk, rated.rating, rated.question AS asked, rated.cosine
    FROM unnest(${hits.map(({ chunk }) => chunk)}::bigint[]) AS asked(id) CROSS JOIN LATERAL (
      SELECT feedback.rating, feedback.question, ${cosine} AS cosine FROM knowledge_feedback feedback
      WHERE feedback.chunk_id = asked.id ORDER BY feedback.id DESC LIMIT ${MOST_RATINGS}) rated
    ORDER BY asked.id`;
}
