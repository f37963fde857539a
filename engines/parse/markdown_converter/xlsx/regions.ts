/** Finds the separate tables of a sheet: regions of adjacent cells. */
import type { Area, SheetCells } from './grid.ts';

/** Adjacent cells of one row. */
interface Run {
  readonly row: number;
  readonly left: number;
  right: number;
}

/** A group of adjacent cells: its runs by row, and their bounding rectangle. */
export interface Region extends Area {
  readonly runs: readonly Run[];
  /** Its merged cells. */
  readonly merges: readonly Area[];
}

/**
 * The regions of a sheet in reading order. Empty rows and columns separate them; cells that touch only at a corner
 * are not joined.
 */
export function findRegions({ grid, merges }: Pick<SheetCells, 'grid' | 'merges'>): Region[] {
  const runs = [...grid].toSorted(([a], [b]) => a - b).flatMap(([row, cells]) => runsOf(row, cells.keys()));
  const sets = new DisjointSets(runs.length);
  // Two pointers: `upper` runs over the row above that of `lower`.
  for (let lower = 0, upper = 0; lower < runs.length; lower++) {
    const run = runs[lower];
    if (run === undefined) break;
    for (; upper < lower; upper++) {
      const other = runs[upper];
      if (other === undefined || other.row >= run.row) break;
      if (other.row < run.row - 1 || other.right < run.left) continue;
      if (other.left > run.right) break;
      sets.join(upper, lower);
      // It may also touch the next run.
      if (other.right > run.right) break;
    }
  }

  const groups = new Map<number, { runs: Run[]; merges: Area[] }>();
  const groupOf = (index: number): { runs: Run[]; merges: Area[] } => {
    const root = sets.find(index);
    const group = groups.get(root) ?? { runs: [], merges: [] };
    groups.set(root, group);
    return group;
  };
  for (const [index, run] of runs.entries()) groupOf(index).runs.push(run);
  for (const merge of merges) groupOf(lastRunBefore(runs, merge)).merges.push(merge);
  return [...groups.values()].map(regionOf).toSorted((a, b) => a.top - b.top || a.left - b.left);
}

/** Index of the run with the first cell of an area, which must be in one. */
function lastRunBefore(runs: readonly Run[], { top, left }: Area): number {
  let low = 0;
  let high = runs.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run === undefined || run.row > top || (run.row === top && run.left > left)) high = middle;
    else low = middle;
  }
  return low;
}

function runsOf(row: number, columns: Iterable<number>): Run[] {
  const runs: Run[] = [];
  for (const column of [...columns].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.right === column - 1) last.right = column;
    else runs.push({ row, left: column, right: column });
  }
  return runs;
}

function regionOf({ runs, merges }: { runs: readonly Run[]; merges: readonly Area[] }): Region {
  let [top, bottom, left, right] = [Infinity, 0, Infinity, 0];
  for (const run of runs) {
    top = Math.min(top, run.row);
    bottom = Math.max(bottom, run.row);
    left = Math.min(left, run.left);
    right = Math.max(right, run.right);
  }
  return { top, bottom, left, right, runs, merges };
}

/** Union-find with path halving. */
class DisjointSets {
  readonly #parents: number[];

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, index) => index);
  }

  find(index: number): number {
    let at = index;
    for (;;) {
      const parent = this.#parents[at] ?? at;
      if (parent === at) return at;
      const grandparent = this.#parents[parent] ?? parent;
      this.#parents[at] = grandparent;
      at = grandparent;
    }
  }

  join(a: number, b: number): void {
    this.#parents[this.find(b)] = this.find(a);
  }
}
