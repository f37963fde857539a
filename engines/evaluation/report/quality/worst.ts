/** Which cases of a run are the worst. */
import type { Metric } from '../../metrics/metric.ts';

/** After all others: a case without a score. */
export const UNRANKED = 2;

/**
 * Where a score lies in the range of its metric, from 0 (bad) to 1 (good). In a range without an end no score has a
 * place.
 */
export function placeOf({ direction, range: [low, high] }: Pick<Metric, 'direction' | 'range'>, score: number): number {
  if (high === null) return UNRANKED;
  const place = (score - low) / (high - low);
  return direction === 'higher' ? place : 1 - place;
}
