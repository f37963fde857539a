/** Tables: groups of rectangles whose edges define rows and columns. */
import type { Block, TableCell } from '../../documents/markdown/model.ts';
import type { Box } from '../shared/reading-order.ts';
import type { DrawnShape } from './shapes.ts';

const RECTANGLE = 1;
/** Edges within this distance, in EMU, are the same line. */
const TOLERANCE = 12_700;
const MAX_LINES = 300;

/** Merged cells are as large as what they cover. */
export function tableBlock(cells: readonly DrawnShape[], readCell: (cell: DrawnShape) => Block[]): Block[] {
  const placed = cells.flatMap((cell) =>
    cell.box === null || cell.form !== RECTANGLE ? [] : [{ cell, box: cell.box }],
  );
  const columns = lines(placed.flatMap(({ box }) => [box.left, box.right]));
  const rows = lines(placed.flatMap(({ box }) => [box.top, box.bottom]));
  if (columns.length < 2 || rows.length < 2 || columns.length > MAX_LINES || rows.length > MAX_LINES) return [];
  const byPosition = new Map<number, (typeof placed)[number]>();
  for (const entry of placed.toReversed()) {
    byPosition.set(nearest(rows, entry.box.top) * MAX_LINES + nearest(columns, entry.box.left), entry);
  }
  const covered = new Uint8Array(rows.length * MAX_LINES);
  const built: TableCell[][] = rows.slice(0, -1).map((_, row) =>
    columns.slice(0, -1).flatMap((_line, column): TableCell[] => {
      if (covered[row * MAX_LINES + column] === 1) return [];
      const found = byPosition.get(row * MAX_LINES + column);
      const { width, height } = found === undefined ? { width: 1, height: 1 } : sizeOf(found.box, rows, columns);
      for (let r = row; r < row + height; r++) covered.fill(1, r * MAX_LINES + column, r * MAX_LINES + column + width);
      const blocks = found === undefined ? [] : readCell(found.cell);
      return [{ blocks, columns: width, rows: height, isHeader: row === 0 }];
    }),
  );
  return [{ kind: 'table', rows: built }];
}

function sizeOf(box: Box, rows: readonly number[], columns: readonly number[]): { width: number; height: number } {
  return {
    width: Math.max(1, nearest(columns, box.right) - nearest(columns, box.left)),
    height: Math.max(1, nearest(rows, box.bottom) - nearest(rows, box.top)),
  };
}

function lines(edges: readonly number[]): number[] {
  const found: number[] = [];
  for (const edge of edges.toSorted((a, b) => a - b)) {
    if (edge - (found.at(-1) ?? -Infinity) > TOLERANCE) found.push(edge);
  }
  return found;
}

/** Index of the line of an edge. */
function nearest(all: readonly number[], edge: number): number {
  return Math.max(
    0,
    all.findIndex((line) => Math.abs(line - edge) <= TOLERANCE),
  );
}
