/** Which cases of a run are the worst. */

/** A score of a case, with what its metric says of scores. */
export interface RankedScore {
  readonly score: number;
  readonly direction: 'higher' | 'lower';
  readonly range: readonly [number, number];
}

/** Where the worst of the scores lies in its range, from 0 (bad) to 1 (good). After all others, at 2: a case without a score. */
export function worstPlace(scores: readonly RankedScore[]): number {
  return scores.reduce((worst, found) => Math.min(worst, placeOf(found)), UNRANKED);
}

const UNRANKED = 2;

/** A range without an end has no places. */
function placeOf({ score, direction, range: [low, high] }: RankedScore): number {
  const place = (score - low) / (high - low);
  if (!Number.isFinite(high - low)) return UNRANKED;
  return direction === 'higher' ? place : 1 - place;
}
