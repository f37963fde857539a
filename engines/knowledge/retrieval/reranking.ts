/** Puts hits in the order of a reranking model. */
import type { Hit } from './hits.ts';

/** Scores in the order of ranks: a hit that is kept ahead of a higher score has that score. */
export function scoresOfRanks(hits: readonly Pick<Hit, 'score'>[]): number[] {
  let least = -Infinity;
  return hits
    .toReversed()
    .map(({ score }) => (least = Math.max(least, score)))
    .reverse();
}

/**
 * Best first: the first hits in the order of the scores that a model gave them, the others behind them. The scores of
 * models have no scale, so the hits keep the scores of the ranks that they get.
 */
export function rerank(hits: readonly Hit[], scores: readonly number[]): Hit[] {
  const ranks = scoresOfRanks(hits);
  const first = hits
    .slice(0, scores.length)
    .map((hit, index) => ({ hit, given: scores[index] ?? 0 }))
    .toSorted((a, b) => b.given - a.given)
    .map(({ hit }, rank) => {
      const score = ranks[rank] ?? hit.score;
      return { ...hit, score, parts: { ...hit.parts, rerank: score - hit.score } };
    });
  return [...first, ...hits.slice(scores.length)];
}
