/** Joins units to chunks: the partition with the least sum of costs, by dynamic programming (Kernighan 1971). */
import { exceeds } from '../tokens.ts';
import type { Unit } from './units.ts';

/** Half-open range of units. */
export interface UnitRange {
  readonly from: number;
  readonly to: number;
}

/** Each chunk costs this much, so that there are not more of them than needed. */
const PER_CHUNK = 0.15;
/** A chunk below this share of the target costs as much as it is short of it. */
const SMALL = 0.35;

/**
 * The cheapest partition into ranges of at most `target` tokens; a unit that is larger is a range by itself. Time grows
 * with the number of units and of units in a chunk.
 */
export function pack(units: readonly Unit[], target: number): UnitRange[] {
  const count = units.length;
  const best = new Float64Array(count + 1).fill(Infinity);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  for (let to = 1; to <= count; to++) {
    const cut = units[to]?.cut ?? 0;
    const end = units[to - 1]?.end ?? 0;
    let tokens = 0;
    for (let start = to - 1; start >= 0; start--) {
      const unit = units[start];
      tokens += unit?.tokens ?? 0;
      if (start < to - 1 && exceeds(target, tokens, unit?.start ?? 0, end)) break;
      const small = Math.max(0, SMALL * target - tokens) / target;
      const cost = (best[start] ?? Infinity) + cut + small + PER_CHUNK;
      if (cost < (best[to] ?? Infinity)) {
        best[to] = cost;
        from[to] = start;
      }
    }
  }
  const ranges: UnitRange[] = [];
  for (let to = count; to > 0; to = from[to] ?? 0) ranges.push({ from: from[to] ?? 0, to });
  return ranges.reverse();
}
