/**
 * A load in words, for people.
 * @deterministic
 */
import type { Load } from '../../../engines/evaluation/performance/index.ts';

export function loadText({ parallel, rate }: Pick<Load, 'parallel' | 'rate'>): string {
  if (rate === null) return parallel === 1 ? '1 user' : `${parallel} users`;
  const limit = parallel === null ? '' : `, at most ${parallel} in flight`;
  return `${Number(rate.toPrecision(4))} requests/s${limit}`;
}
