/** Which cases of a run are the worst. */

/** A score of a case, with what its metric says of scores. */
export interface RankedScore {
  readonly score: number;
  readonly direction: 'higher' | 'lower';
  /** `null`: it has no end, and the score no place in it. */
  readonly range: readonly [number, number | null];
}

/** Where the worst of the scores lies in its range, from 0 (bad) to 1 (good). After all others, at 2: a case without a score. */
export function worstPlace(scores: readonly RankedScore[]): number {
  return scores.reduce((worst, found) => Math.min(worst, placeOf(found)), UNRANKED);
}

const UNRANKED = 2;

function placeOf({ score, direction, range: [low, high] }: RankedScore): number {
  if (high === null) return UNRANKED;
  const place = (score - low) / (high - low);
  return direction === 'higher' ? place : 1 - place;
}
