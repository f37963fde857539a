/** The first hop: candidates by nearness in meaning and in words, and by titles. */
import { similarity } from '../../text/similarity.ts';
import type { SimilarityScale } from '../../text/similarity.ts';
import { attainable, bm25 } from './bm25.ts';
import type { LexicalStatistics, LexicalText } from './bm25.ts';
import { byScore, hitOf } from './hits.ts';
import type { Candidate, Hit } from './hits.ts';
import type { Asked } from './question.ts';
import { WEIGHTS } from './weights.ts';

/** What scores are measured by. */
export interface Measures {
  readonly scale: SimilarityScale;
  readonly lexical: LexicalStatistics;
}

/**
 * Best first; equal scores by chunk. `candidates` are the nearest chunks, the best lexical ones and `named`: the chunks
 * whose title the question names (see `subjects`), each with the number of chunks of that title.
 */
export function rankFirstHop(
  asked: Asked,
  candidates: readonly Candidate[],
  named: ReadonlyMap<string, number>,
  measures: Measures,
): Hit[] {
  return scoreCandidates(asked, candidates, measures)
    .map(({ chunk, parts }) => hitOf(chunk, { ...parts, title: WEIGHTS.named / (named.get(chunk) ?? Infinity) }))
    .sort(byScore);
}

/** By nearness in meaning and in words, in the order given. */
export function scoreCandidates(asked: Asked, candidates: readonly Candidate[], { scale, lexical }: Measures): Hit[] {
  const shares = lexicalShares(asked, candidates, lexical);
  return candidates.map(({ chunk, cosine }, index) =>
    hitOf(chunk, { similarity: similarity(cosine, scale), words: WEIGHTS.lexical * (shares[index] ?? 0) }),
  );
}

/**
 * Lexical scores as shares of what the question could reach. A share of the best score found would make much of a few
 * words, as when a question is in another language than the texts.
 */
export function lexicalShares(asked: Asked, texts: readonly LexicalText[], statistics: LexicalStatistics): number[] {
  const most = attainable(asked.own, statistics);
  return texts.map((text) => (most > 0 ? Math.min(1, bm25(asked.all, text, statistics) / most) : 0));
}
