/** Stage 2: the first hop. */
import { attainable, bm25, type LexicalStatistics, type LexicalText } from '../lexis/bm25.ts';
import { similarity, type SimilarityScale } from '../../text/similarity.ts';
import { NO_PARTS } from './types.ts';
import type { Asked, Candidate, Ranked, Scored } from './types.ts';
import { WEIGHTS } from './weights.ts';

/** What scores are measured by. */
export interface Measures {
  readonly scale: SimilarityScale;
  readonly lexical: LexicalStatistics;
}

/**
 * Best first; equal scores by chunk. `candidates` are the nearest chunks, the best lexical ones and `named`: the chunks whose
 * title the question names (see `subjects`), each with the number of chunks of that title.
 */
export function rankBase(
  asked: Asked,
  candidates: readonly Candidate[],
  named: ReadonlyMap<string, number>,
  measures: Measures,
): Scored[] {
  return scoreTexts(asked, candidates, measures)
    .map(({ chunk, score, parts }) => {
      const title = WEIGHTS.named / (named.get(chunk) ?? Infinity);
      return { chunk, score: score + title, parts: { ...parts, title } };
    })
    .sort(byScore);
}

/** Nearness in meaning and in words, in the order given. */
export function scoreTexts(asked: Asked, candidates: readonly Candidate[], { scale, lexical }: Measures): Scored[] {
  const shares = lexicalShares(asked, candidates, lexical);
  return candidates.map(({ chunk, cosine }, index) => {
    const parts = {
      ...NO_PARTS,
      similarity: similarity(cosine, scale),
      words: WEIGHTS.lexical * (shares[index] ?? 0),
    };
    return { chunk, score: parts.similarity + parts.words, parts };
  });
}

/**
 * Lexical scores as shares of what the question could reach. A share of the best score found would make much of a few words,
 * as when a question is in another language than the texts.
 */
export function lexicalShares(asked: Asked, texts: readonly LexicalText[], statistics: LexicalStatistics): number[] {
  const most = attainable(asked.own, statistics);
  return texts.map((text) => (most > 0 ? Math.min(1, bm25(asked.all, text, statistics) / most) : 0));
}

/** Best first. Of equals the one that was stored first: chunks are whole numbers, of which a shorter one is smaller. */
export const byScore = (a: Ranked, b: Ranked): number =>
  b.score - a.score || a.chunk.length - b.chunk.length || (a.chunk < b.chunk ? -1 : 1);
