/** How much of a page to keep, from how likely each passage is content. */

/**
 * The lowest score to keep for the highest expected F1 of words. Scores are probabilities. The best cut is at about
 * half of the F1 that can be reached (Lipton et al. 2014): low on a page where nothing is sure, high where much is.
 */
export function bestCut(scores: readonly number[], words: readonly number[]): number {
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const expected = (index: number): number => (scores[index] ?? 0) * (words[index] ?? 0);
  const content = order.reduce((sum, index) => sum + expected(index), 0);
  let kept = 0;
  let right = 0;
  let best = 0;
  let cut = Infinity;
  for (const index of order) {
    kept += words[index] ?? 0;
    right += expected(index);
    const f1 = kept === 0 ? 0 : (2 * right) / (kept + content);
    if (f1 > best) [best, cut] = [f1, scores[index] ?? 0];
  }
  return cut;
}
