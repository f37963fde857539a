/** Tables whose rows define their own cell edges: columns are derived from the edges of all rows. */
import type { Block, TableCell } from './model.ts';

export interface CellDefinition {
  /** Left and right edge, in twips. */
  readonly left: number;
  readonly right: number;
  /** Whether it continues the cell to its left. */
  readonly joinsLeft: boolean;
  /** Whether it continues the cell above. */
  readonly joinsAbove: boolean;
}

export interface EdgeRow {
  readonly cells: readonly (readonly Block[])[];
  /** One per cell, or empty when the file has none. */
  readonly definitions: readonly CellDefinition[];
  readonly isHeader: boolean;
}

/** Edges of different rows within this distance, in twips, are the same line. */
const TOLERANCE = 40;

interface GrowingCell extends TableCell {
  rows: number;
  readonly left: number;
}

/** A table; a single-cell table is a frame around its content. */
export function edgeTable(rows: readonly EdgeRow[]): Block[] {
  const [first] = rows;
  if (first !== undefined && rows.length === 1 && first.cells.length === 1) return [...(first.cells[0] ?? [])];
  const edges = gridOf(rows);
  const columnOf = (edge: number): number => lineAt(edges, edge);
  let above: GrowingCell[] = [];
  const built = rows.map(({ cells, definitions, isHeader }) => {
    const starting: GrowingCell[] = [];
    const covering: GrowingCell[] = [];
    for (const [index, blocks] of cells.entries()) {
      const definition = definitions[index];
      const { left, right, joinsLeft, joinsAbove } = definition ?? { ...NO_CELL, left: index, right: index + 1 };
      const columns = definition === undefined ? 1 : Math.max(1, columnOf(right) - columnOf(left));
      const previous = starting.at(-1);
      if (joinsLeft && previous !== undefined) {
        starting[starting.length - 1] = { ...previous, columns: previous.columns + columns };
        continue;
      }
      const continued = joinsAbove ? above.find((cell) => Math.abs(cell.left - left) <= TOLERANCE) : undefined;
      if (continued === undefined) {
        starting.push({ blocks, columns, rows: 1, isHeader, left });
        continue;
      }
      continued.rows++;
      covering.push(continued);
    }
    above = [...covering, ...starting];
    return starting;
  });
  return built.some((row) => row.length > 0) ? [{ kind: 'table', rows: built }] : [];
}

const NO_CELL: CellDefinition = { left: 0, right: 0, joinsLeft: false, joinsAbove: false };

/** Index of the line of an edge; 0 for none. */
function lineAt(lines: readonly number[], edge: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < edge - TOLERANCE) low = middle + 1;
    else high = middle;
  }
  return (lines[low] ?? Infinity) <= edge + TOLERANCE ? low : 0;
}

/** The vertical lines of the table, from left to right. */
function gridOf(rows: readonly EdgeRow[]): number[] {
  const edges = rows.flatMap(({ definitions }) => definitions.flatMap(({ left, right }) => [left, right]));
  const lines: number[] = [];
  for (const edge of edges.sort((a, b) => a - b)) {
    if (edge - (lines.at(-1) ?? -Infinity) > TOLERANCE) lines.push(edge);
  }
  return lines;
}
