/** What ratings for earlier questions change in the order of hits. */
import type { Language } from '../../text/stop-words.ts';
import type { Hit } from './hits.ts';
import { lexemes } from './lexemes.ts';
import { scoresOfRanks } from './reranking.ts';

/** A rating of a chunk. */
export interface Rating {
  readonly chunk: string;
  readonly person: string;
  readonly rating: 1 | -1;
  /** How much its question is like the one that is asked now: 0 for an unrelated question, 1 for the same. */
  readonly likeness: number;
}

/**
 * Most that ratings add to a score or take from it, as a share of the score. However many there are, a passage passes
 * only those with a score less than half above its own (1.2 / 0.8), and none that the search would not have found.
 */
const MOST = 0.2;

/**
 * Questions less alike than this do not count: half of the way from unrelated to the same, and a little more. At .40
 * ratings of other questions do harm (bench/RESULTS.md, ratings).
 */
const LEAST_LIKENESS = 0.55;

/**
 * Cosine of two questions as their likeness; `unrelated` is the mean cosine of texts that have nothing to do with each
 * other.
 */
export const likenessOfCosine = (cosine: number, unrelated: number): number =>
  Math.max(0, (cosine - unrelated) / Math.max(1 - unrelated, 0.01));

/** The share of the words that two questions have in common. */
export function likenessOfWords(one: string, other: string, language: Language): number {
  const a = lexemes(one, language).positions;
  const b = lexemes(other, language).positions;
  const common = [...a.keys()].filter((lexeme) => b.has(lexeme)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

/**
 * Best first: the hits with the ratings of their chunks. A hit that was kept ahead of higher scores stays ahead of what
 * was behind it, if neither is rated.
 */
export function weigh(hits: readonly Hit[], ratings: readonly Rating[]): Hit[] {
  const counted = ratings.filter(({ likeness }) => likeness > LEAST_LIKENESS);
  if (counted.length === 0) return [...hits];
  const byChunk = Map.groupBy(counted, ({ chunk }) => chunk);
  const scores = scoresOfRanks(hits);
  return hits
    .map((hit, index) => {
      const own = byChunk.get(hit.chunk) ?? [];
      const feedback = effectOf(own) * Math.max(scores[index] ?? 0, 0);
      const weighed = { ...hit, score: hit.score + feedback, parts: { ...hit.parts, feedback }, ratings: own.length };
      return { hit: weighed, chunk: hit.chunk, score: (scores[index] ?? 0) + feedback };
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ hit }) => hit);
}

/**
 * Between -{@link MOST} and {@link MOST}: the first person counts most, and each no more than one rating for the same
 * question would.
 */
function effectOf(ratings: readonly Rating[]): number {
  let sum = 0;
  for (const own of Map.groupBy(ratings, ({ person }) => person).values()) {
    const said = own.reduce((total, { rating, likeness }) => total + rating * weightOf(likeness), 0);
    sum += Math.max(-1, Math.min(1, said));
  }
  return (MOST * sum) / (1 + Math.abs(sum));
}

/** 0 for a question that hardly counts, 1 for the same question. */
const weightOf = (likeness: number): number =>
  Math.min(1, Math.max(0, (likeness - LEAST_LIKENESS) / (1 - LEAST_LIKENESS)));
