/** Names that fit several others: which one is meant is open. */
import type { MergeReason } from './options.ts';
import type { Likeness } from './pair.ts';

export interface ScoredPair extends Likeness {
  /** The two entities. */
  readonly entities: readonly [string, string];
}

/** What is left of the score of a pair that is not certain. Set by judgement. */
const LEFT = 0.7;
/** What says by itself that two names are one. */
const CERTAIN: ReadonlySet<MergeReason> = new Set(['same_words', 'joined_words', 'title']);

/**
 * The pairs, with a lower score those of a name that fits two others which do not fit each other, and those of a name
 * that several entities have: not even its own words say which of them the other name means.
 */
export function withAmbiguity<Pair extends ScoredPair>(
  pairs: readonly Pair[],
  threshold: number,
  isSeveral: (entity: string) => boolean,
): Pair[] {
  const fits = new Map<string, Set<string>>();
  for (const { entities, score } of pairs) {
    if (score < threshold) continue;
    const [one, other] = entities;
    fits.set(one, (fits.get(one) ?? new Set()).add(other));
    fits.set(other, (fits.get(other) ?? new Set()).add(one));
  }
  /** Others than `other` that fit `one`, and not `other`. */
  const isOpen = (one: string, other: string): boolean =>
    [...(fits.get(one) ?? [])].some((third) => third !== other && fits.get(other)?.has(third) !== true);
  return pairs.map((pair) => {
    const [one, other] = pair.entities;
    const isCertain = pair.reasons.some((reason) => CERTAIN.has(reason));
    const isAmbiguous =
      isSeveral(one) || isSeveral(other) || (!isCertain && (isOpen(one, other) || isOpen(other, one)));
    if (!isAmbiguous) return pair;
    return { ...pair, score: pair.score * LEFT, reasons: [...pair.reasons, 'ambiguous'] };
  });
}
