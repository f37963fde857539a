/** Boxes in points, from the upper left corner of the upright page; y grows downwards. */

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Smallest box around all of `boxes`, which must not be empty. */
export function bounds(boxes: readonly Box[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}

export const centreX = (box: Box): number => (box.x0 + box.x1) / 2;

export const centreY = (box: Box): number => (box.y0 + box.y1) / 2;

export const overlaps = (a: Box, b: Box): boolean => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

/** Upper median; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Smallest and greatest value; `Math.min` and `Math.max` fail on long lists. Infinite for an empty list. */
export const least = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Infinity);

export const greatest = (values: readonly number[]): number =>
  values.reduce((greatest, value) => Math.max(greatest, value), -Infinity);

export const sum = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((total, item) => total + value(item), 0);

/** The key with the greatest total weight, the first of equals; `undefined` for an empty list. */
export function heaviest<T, K>(items: Iterable<T>, key: (item: T) => K, weight: (item: T) => number): K | undefined {
  const totals = new Map<K, number>();
  for (const item of items) totals.set(key(item), (totals.get(key(item)) ?? 0) + weight(item));
  let best: K | undefined;
  let most = -Infinity;
  for (const [candidate, total] of totals) {
    if (total > most) [best, most] = [candidate, total];
  }
  return best;
}
