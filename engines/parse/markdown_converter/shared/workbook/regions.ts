/** Finds the separate tables of a sheet: regions of adjacent cells. */
import type { Area, SheetCells } from './grid.ts';
import { joinParts } from './parts.ts';
import type { Region, Run } from './region.ts';

/**
 * The regions of a sheet in reading order. Empty rows and columns separate them, except some that are only spacers. A
 * row with gaps belongs to the region above it that it is under, and a gap below a label is none; cells that touch only
 * at a corner are not joined.
 */
export function findRegions({ grid, merges, spacers }: Omit<SheetCells, 'links'>): Region[] {
  const runs = [...grid].toSorted(([a], [b]) => a - b).flatMap(([row, cells]) => runsOf(row, cells.keys()));
  const sets = new DisjointSets(runs.length);
  joinBelowLabels(runs, merges, sets);
  let above: Extent[] = [];
  let lastRow = -1;
  for (let start = 0; start < runs.length;) {
    const row = runs[start]?.row ?? 0;
    const line: Extent[] = [];
    for (let run = runs[start]; run?.row === row; run = runs[++start]) {
      line.push({ left: run.left, right: run.right, run: start, hasCells: true });
    }
    above = joinOverlapping(row === lastRow + 1 ? [...above, ...line] : line, sets);
    lastRow = row;
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
  const regions = joinParts([...groups.values()].map(regionOf), spacers);
  return regions.toSorted((a, b) => a.top - b.top || a.left - b.left);
}

/** Of a header, more columns than those of a label and its value. */
const LEAST_LABELS = 3;

/** Joins the runs of a row below the first labels with nothing but columns between them that have no more than a label. */
function joinBelowLabels(runs: readonly Run[], merges: readonly Area[], sets: DisjointSets): void {
  const repeated = repeatedCells(merges);
  const ownOf = ({ row, left, right }: Run): number[] =>
    Array.from({ length: right - left + 1 }, (_, index) => left + index).filter(
      (column) => repeated.get(row)?.has(column) !== true,
    );
  const header = runs.findIndex((run) => {
    const width = run.right - run.left + 1;
    return width >= LEAST_LABELS && ownOf(run).length === width;
  });
  const [labels, ...below] = header === -1 ? [] : runs.slice(header);
  if (labels === undefined) return;
  const unfilled = new Set(ownOf(labels));
  for (const run of below) for (const column of ownOf(run)) unfilled.delete(column);
  /** For each, the next column that is none of them. */
  const after = new Map<number, number>();
  for (const column of [...unfilled].toSorted((a, b) => b - a)) after.set(column, after.get(column + 1) ?? column + 1);
  for (const [index, run] of below.entries()) {
    const next = below[index + 1];
    const isPart = next?.row === run.row && next.left === after.get(run.right + 1);
    if (isPart) sets.join(header + 1 + index, header + 2 + index);
  }
}

/** The columns that a region has so far, with any of its runs. */
interface Extent {
  readonly left: number;
  right: number;
  readonly run: number;
  /** Whether the region has cells in the current row. */
  hasCells: boolean;
}

/** Joins regions that overlap. Those without cells in the current row have ended and are dropped. */
function joinOverlapping(extents: readonly Extent[], sets: DisjointSets): Extent[] {
  const joined: Extent[] = [];
  for (const extent of extents.toSorted((a, b) => a.left - b.left)) {
    const last = joined.at(-1);
    if (last === undefined || extent.left > last.right) {
      joined.push({ ...extent });
      continue;
    }
    sets.join(last.run, extent.run);
    last.right = Math.max(last.right, extent.right);
    last.hasCells ||= extent.hasCells;
  }
  return joined.filter(({ hasCells }) => hasCells).map((extent) => ({ ...extent, hasCells: false }));
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

/**
 * The columns are those in which a cell has text of its own: a title is often merged over more columns than the table
 * below it has.
 */
function regionOf({ runs, merges }: { runs: readonly Run[]; merges: readonly Area[] }): Region {
  const repeated = repeatedCells(merges);
  let [top, bottom, left, right, own] = [Infinity, 0, Infinity, 0, 0];
  for (const run of runs) {
    top = Math.min(top, run.row);
    bottom = Math.max(bottom, run.row);
    left = Math.min(left, run.left);
    right = Math.max(right, run.right);
    let last = run.right;
    while (last > run.left && repeated.get(run.row)?.has(last) === true) last--;
    own = Math.max(own, last);
  }
  // A single column would not be recognized as a table.
  if (own === left || own === right) return { top, bottom, left, right, runs, merges };
  return {
    top,
    bottom,
    left,
    right: own,
    runs: runs.filter((run) => run.left <= own).map((run) => ({ ...run, right: Math.min(run.right, own) })),
    merges: merges.map((merge) => ({ ...merge, right: Math.min(merge.right, own) })),
  };
}

/** Columns by row of the positions that only repeat the text of a merged cell. */
function repeatedCells(merges: readonly Area[]): Map<number, Set<number>> {
  const columns = new Map<number, Set<number>>();
  for (const { top, left, bottom, right } of merges) {
    for (let row = top; row <= bottom; row++) {
      const line = columns.get(row) ?? new Set<number>();
      columns.set(row, line);
      for (let column = row === top ? left + 1 : left; column <= right; column++) line.add(column);
    }
  }
  return columns;
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
