/**
 * Repeats among texts by n-grams of characters over all pairs: another method than the MinHash of words by which the
 * service finds them.
 */

/** Characters of an n-gram. */
const SIZE = 4;
/** From this cosine on, two texts are near-duplicates. */
export const NEAR = 0.9;

export interface Repeats {
  /** Texts that an earlier one equals, apart from case, punctuation and white space. */
  readonly exact: number;
  /**
   * Of the others, those that are nearly an earlier one: a cosine of {@link NEAR} or more of n-grams weighed by their
   * rarity.
   */
  readonly near: number;
  /** Some of them, with the text that each repeats. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** Time grows with the square of the number of texts. */
export function repeatsIn(texts: readonly string[]): Repeats {
  const plain = texts.map(plainOf);
  const distinct = [...new Set(plain)];
  const vectors = vectorsOf(distinct);
  const pairs = vectors.flatMap((vector, at): (readonly [string, string])[] => {
    const of = vectors.slice(0, at).findIndex((earlier) => cosine(vector, earlier) >= NEAR);
    return of < 0 ? [] : [[distinct[at] ?? '', distinct[of] ?? '']];
  });
  return { exact: plain.length - distinct.length, near: pairs.length, pairs };
}

const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type Vector = ReadonlyMap<string, number>;

/** Of unit length. */
function vectorsOf(texts: readonly string[]): readonly Vector[] {
  const counted = texts.map((text) => {
    const padded = ` ${text} `;
    const counts = new Map<string, number>();
    for (let at = 0; at + SIZE <= padded.length; at++) {
      const gram = padded.slice(at, at + SIZE);
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
    return counts;
  });
  const frequencies = new Map<string, number>();
  for (const gram of counted.flatMap((counts) => [...counts.keys()])) {
    frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1);
  }
  return counted.map((counts) => {
    const weighed = [...counts].map(([gram, count]): [string, number] => {
      return [gram, count * Math.log(1 + texts.length / (frequencies.get(gram) ?? 1))];
    });
    const norm = Math.hypot(...weighed.map(([, weight]) => weight)) || 1;
    return new Map(weighed.map(([gram, weight]) => [gram, weight / norm]));
  });
}

function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [gram, weight] of small) sum += weight * (large.get(gram) ?? 0);
  return sum;
}
