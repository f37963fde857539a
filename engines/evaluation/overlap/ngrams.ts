/** Counts of n-grams, which BLEU and chrF compare. */

/** Joins the units of an n-gram; no text has it. */
const JOINT = '\u0000';

/** How often each run of `length` units occurs. */
export function ngrams(units: readonly string[], length: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let first = 0; first + length <= units.length; first++) {
    const gram = units.slice(first, first + length).join(JOINT);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** How many n-grams of one text the other has too: each occurrence once. */
export function common(counts: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [gram, count] of counts) sum += Math.min(count, others.get(gram) ?? 0);
  return sum;
}
