/** Reading order of the objects on a slide; files have the drawing order. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Placed {
  /** In any unit; `null` when unknown. */
  readonly box: Box | null;
}

/** Boxes with a smaller overlap count as separate, and edges within this distance as aligned. */
const TOLERANCE = 45_720;

/**
 * Bands from top to bottom, in each band columns from left to right, and so on recursively (XY cut). Groups that
 * cannot be cut are ordered by rows. Objects without a position come last.
 */
export function readingOrder<T extends Placed>(items: readonly T[]): T[] {
  const placed = items.flatMap((item) => (item.box === null ? [] : [{ item, box: item.box }]));
  return [...cut(placed).map(({ item }) => item), ...items.filter((item) => item.box === null)];
}

interface Boxed<T> {
  readonly item: T;
  readonly box: Box;
}

/** Maximum number of cuts, since a cut may separate only one box. Real layouts need a few. */
const MAX_CUTS = 50;

function cut<T>(items: readonly Boxed<T>[], cuts = 0): Boxed<T>[] {
  if (items.length < 2) return [...items];
  if (cuts === MAX_CUTS) return rows(items);
  const bands = split(items, 'top', 'bottom');
  const parts = bands.length > 1 ? bands : split(items, 'left', 'right');
  return parts.length > 1 ? parts.flatMap((part) => cut(part, cuts + 1)) : rows(items);
}

/** Groups that do not overlap along one axis. */
function split<T>(items: readonly Boxed<T>[], from: 'top' | 'left', to: 'bottom' | 'right'): Boxed<T>[][] {
  const sorted = items.toSorted((a, b) => a.box[from] - b.box[from]);
  const groups: Boxed<T>[][] = [];
  let end = -Infinity;
  for (const item of sorted) {
    const group = groups.at(-1);
    if (group !== undefined && item.box[from] < end - TOLERANCE) group.push(item);
    else groups.push([item]);
    end = Math.max(end, item.box[to]);
  }
  return groups;
}

/** By top edges; aligned ones from left to right. */
function rows<T>(items: readonly Boxed<T>[]): Boxed<T>[] {
  const lines: Boxed<T>[][] = [];
  for (const item of items.toSorted((a, b) => a.box.top - b.box.top)) {
    const line = lines.at(-1);
    if (line !== undefined && item.box.top - (line.at(-1)?.box.top ?? 0) <= TOLERANCE) line.push(item);
    else lines.push([item]);
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.box.left - b.box.left));
}
