/** Tests of table cells by their neighbors, after `TableTest` of olmOCR-bench. */
import { documentBlocks } from '../../../engines/parse/formats/document-blocks.ts';
import type { BlockCell, BlockTable } from '../../../engines/parse/formats/model.ts';

type Side = 'up' | 'down' | 'left' | 'right';

/** A cell, and what the cells beside it, or at the head of its column and row, are. */
export type CellTest = { readonly cell: string } & Readonly<
  Partial<Record<Side | 'top_heading' | 'left_heading', string>>
>;

type Similarity = (one: string, other: string) => number;

export function hasCell(test: CellTest, markdown: string, similarity: Similarity, maxDiffs: number): boolean {
  const isLike = (wanted: string, text: string): boolean =>
    similarity(wanted, text) >= Math.max(0.5, 1 - maxDiffs / Math.max(1, wanted.length));
  const tables = [...documentBlocks({ markdown, pages: [], places: [] })].flatMap(({ table }) => table ?? []);
  return tables.some((table) =>
    table.cells
      .filter(({ text }) => isLike(test.cell, text))
      .some((cell) =>
        relationsOf(table, cell).every(([name, cells]) => {
          const wanted = test[name] ?? '';
          return wanted === '' || cells.some(({ text }) => isLike(wanted, text));
        }),
      ),
  );
}

function relationsOf(table: BlockTable, cell: BlockCell): [keyof Omit<CellTest, 'cell'>, BlockCell[]][] {
  return [
    ...(['up', 'down', 'left', 'right'] as const).map((side): [Side, BlockCell[]] => [side, beside(table, cell, side)]),
    ['top_heading', headsOf(table, cell, 'up')],
    ['left_heading', headsOf(table, cell, 'left')],
  ];
}

function beside({ cells }: BlockTable, { row, column, row_span, column_span }: BlockCell, side: Side): BlockCell[] {
  const isAcross = (other: BlockCell): boolean =>
    side === 'up' || side === 'down'
      ? other.column < column + column_span && column < other.column + other.column_span
      : other.row < row + row_span && row < other.row + other.row_span;
  const touches = (other: BlockCell): boolean => {
    if (side === 'up') return other.row + other.row_span === row;
    if (side === 'down') return other.row === row + row_span;
    if (side === 'left') return other.column + other.column_span === column;
    return other.column === column + column_span;
  };
  return cells.filter((other) => isAcross(other) && touches(other));
}

/** The cells in this direction that are heads; if none is, the last ones. */
function headsOf(table: BlockTable, start: BlockCell, side: 'up' | 'left'): BlockCell[] {
  const seen = new Set([start]);
  const ends: BlockCell[] = [];
  for (const cell of seen) {
    const further = beside(table, cell, side);
    if (further.length === 0) ends.push(cell);
    for (const other of further) seen.add(other);
  }
  const heads = [...seen].filter((cell) => cell !== start && cell.is_header);
  return heads.length > 0 ? heads : ends.filter((cell) => cell !== start);
}
