/** Statistics of ranks: Spearman's correlation, and the area under the ROC curve. */

/** From 1, in the order of the values; equal values share the mean of their ranks. */
export function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = values.map(() => 0);
  for (let first = 0; first < order.length;) {
    let last = first;
    while (order[last + 1]?.value === order[first]?.value) last++;
    for (const { index } of order.slice(first, last + 1)) ranks[index] = (first + last) / 2 + 1;
    first = last + 1;
  }
  return ranks;
}

/** From -1 to 1; NaN when one of the two never varies. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranksOf(a), ranksOf(b));
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const middle = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [middle(a), middle(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const [fromA, fromB] = [value - meanA, (b[index] ?? meanB) - meanB];
    both += fromA * fromB;
    ofA += fromA ** 2;
    ofB += fromB ** 2;
  }
  return both / Math.sqrt(ofA * ofB);
}

export interface Labelled {
  readonly isPositive: boolean;
  readonly score: number;
}

/**
 * The probability that a positive scores above a negative, equal scores counted half; NaN without one of the classes.
 */
export function areaUnderRoc(cases: readonly Labelled[]): number {
  const ranks = ranksOf(cases.map(({ score }) => score));
  let positives = 0;
  let rankSum = 0;
  for (const [index, { isPositive }] of cases.entries()) {
    if (!isPositive) continue;
    positives++;
    rankSum += ranks[index] ?? 0;
  }
  const negatives = cases.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
