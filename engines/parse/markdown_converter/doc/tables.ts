/** Tables: paragraphs whose marks end cells and rows. */
import { edgeTable, type CellDefinition } from '../../documents/markdown/edge-tables.ts';
import type { Block } from '../../documents/markdown/model.ts';
import type { DocContext, Paragraph } from './context.ts';

/** Deeper nesting is an attack. */
const MAX_DEPTH = 16;

interface Row {
  readonly cells: readonly (readonly Paragraph[])[];
  readonly definitions: readonly CellDefinition[];
  readonly isHeader: boolean;
}

/** A table at a depth; a single-cell table is a frame around its content. */
export function readTable(paragraphs: readonly Paragraph[], depth: number, context: DocContext): Block[] {
  const inner = depth < MAX_DEPTH ? depth : Infinity;
  const rows = splitRows(paragraphs, depth).map((row) => ({
    ...row,
    // Continued cells of a vertical merge are empty, so reading them is cheap.
    cells: row.cells.map((cell) => context.blocksOf(cell, inner, context)),
  }));
  return edgeTable(rows);
}

/** Rows end with a separate mark, which carries the cell definitions. */
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
