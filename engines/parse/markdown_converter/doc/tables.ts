/** Tables: paragraphs whose marks end cells and rows; columns are told by the edges of the cells. */
import type { Block, TableCell } from '../markdown/model.ts';
import type { DocContext, Paragraph } from './context.ts';
import type { CellDefinition } from './paragraph-properties.ts';

/** Edges of different rows that are closer, in twips, mean the same line. */
const TOLERANCE = 40;
/** Deeper nesting is made to exhaust its reader. */
const MAX_DEPTH = 16;

interface Row {
  readonly cells: readonly (readonly Paragraph[])[];
  readonly definitions: readonly CellDefinition[];
  readonly isHeader: boolean;
}

interface GrowingCell extends TableCell {
  rows: number;
  readonly left: number;
}

/** A table at a depth; one of a single cell is a frame around its content. */
export function readTable(paragraphs: readonly Paragraph[], depth: number, context: DocContext): Block[] {
  const rows = splitRows(paragraphs, depth);
  const inner = depth < MAX_DEPTH ? depth : Infinity;
  const [first] = rows;
  if (first !== undefined && rows.length === 1 && first.cells.length === 1) {
    return context.blocksOf(first.cells[0] ?? [], inner, context);
  }
  const edges = gridOf(rows);
  const columnOf = (edge: number): number => {
    const found = edges.findIndex((line) => Math.abs(line - edge) <= TOLERANCE);
    return found < 0 ? 0 : found;
  };
  let above: GrowingCell[] = [];
  const built = rows.map(({ cells, definitions, isHeader }) => {
    const starting: GrowingCell[] = [];
    const covering: GrowingCell[] = [];
    for (const [index, content] of cells.entries()) {
      const { left, right, joinsLeft, joinsAbove } = definitions[index] ?? {
        ...NO_CELL,
        left: index,
        right: index + 1,
      };
      const known = definitions[index] !== undefined;
      const columns = known ? Math.max(1, columnOf(right) - columnOf(left)) : 1;
      const previous = starting.at(-1);
      if (joinsLeft && previous !== undefined) {
        starting[starting.length - 1] = { ...previous, columns: previous.columns + columns };
        continue;
      }
      const continued = joinsAbove ? above.find((cell) => Math.abs(cell.left - left) <= TOLERANCE) : undefined;
      if (continued !== undefined) {
        continued.rows++;
        covering.push(continued);
        continue;
      }
      const cell = { blocks: context.blocksOf(content, inner, context), columns, rows: 1, isHeader, left };
      starting.push(cell);
    }
    above = [...covering, ...starting];
    return starting;
  });
  return built.some((row) => row.length > 0) ? [{ kind: 'table', rows: built }] : [];
}

const NO_CELL: CellDefinition = { left: 0, right: 0, joinsLeft: false, joinsAbove: false };

/** Rows end with a mark of their own, which carries the definitions of the cells. */
function splitRows(paragraphs: readonly Paragraph[], depth: number): Row[] {
  const rows: Row[] = [];
  let cells: Paragraph[][] = [];
  let content: Paragraph[] = [];
  for (const paragraph of paragraphs) {
    const { mark, properties } = paragraph;
    const isHere = properties.tableDepth === depth;
    if (isHere && properties.endsRow) {
      if (content.length > 0) cells.push(content);
      rows.push({ cells, definitions: properties.cells, isHeader: properties.isHeaderRow });
      cells = [];
      content = [];
      continue;
    }
    content.push(paragraph);
    const endsCell = isHere && (depth === 1 ? mark === '\u0007' : properties.endsInnerCell);
    if (!endsCell) continue;
    cells.push(content);
    content = [];
  }
  if (content.length > 0) cells.push(content);
  if (cells.length > 0) rows.push({ cells, definitions: [], isHeader: false });
  return rows;
}

/** The vertical lines of the table, from left to right. */
function gridOf(rows: readonly Row[]): number[] {
  const edges = rows.flatMap(({ definitions }) => definitions.flatMap(({ left, right }) => [left, right]));
  const lines: number[] = [];
  for (const edge of edges.sort((a, b) => a - b)) {
    if (edge - (lines.at(-1) ?? -Infinity) > TOLERANCE) lines.push(edge);
  }
  return lines;
}
