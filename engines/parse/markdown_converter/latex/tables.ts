/** Tables of LaTeX. */
import { PLAIN, type Block, type TableCell } from '../../documents/markdown/model.ts';
import type { LatexContext } from './context.ts';

const MAX_SPAN = 1000;
/** Width and columns. */
const TWO_ARGUMENTS = /^(tabular\*|tabularx|tabulary)$/;

interface Cell extends TableCell {
  rows: number;
}

/** The table whose arguments begin at `start`. Rows of lines only are dropped. */
export function readTable(name: string, start: number, end: number, depth: number, context: LatexContext): Block[] {
  const { structure } = context;
  const afterFirst = structure.argument(start, end).next;
  let at = TWO_ARGUMENTS.test(name)
    ? structure.argument(structure.optional(afterFirst, end)?.next ?? afterFirst, end).next
    : afterFirst;
  const rows: Cell[][] = [];
  let cells: Cell[] = [];
  let from = at;
  const endCell = (to: number): void => {
    cells.push(readCell(from, to, depth, context));
  };
  const endRow = (): void => {
    if (cells.some(({ blocks, columns }) => blocks.length > 0 || columns > 1)) rows.push(cells);
    cells = [];
  };
  for (; at < end; at = structure.after(at)) {
    const token = structure.tokens[at];
    if (token === '&') {
      endCell(at);
      from = at + 1;
    } else if (token === '\\\\' || token === '\\\\*' || token === '\\tabularnewline' || token === '\\cr') {
      endCell(at);
      endRow();
      from = structure.optional(at + 1, end)?.next ?? at + 1;
    }
  }
  endCell(end);
  endRow();
  joinSpans(rows);
  return rows.length === 0 ? [] : [{ kind: 'table', rows }];
}

/** A cell, with the spans of `\multicolumn` and `\multirow`. */
function readCell(start: number, end: number, depth: number, context: LatexContext): Cell {
  const { structure } = context;
  let [columns, rows] = [1, 1];
  let content = { start, end };
  for (let at = start; at < content.end; at = structure.after(at)) {
    const token = structure.tokens[at];
    if (token !== '\\multicolumn' && token !== '\\multirow' && token !== '\\multirow*') continue;
    const count = structure.argument(structure.optional(at + 1, end)?.next ?? at + 1, content.end);
    const layout = structure.argument(structure.optional(count.next, end)?.next ?? count.next, content.end);
    const span = spanOf(structure.raw(count.start, count.end));
    if (token === '\\multicolumn') columns = span;
    else rows = span;
    const inner = structure.argument(structure.optional(layout.next, end)?.next ?? layout.next, content.end);
    content = { start: inner.start, end: inner.end };
    at = inner.start - 1;
  }
  return { blocks: context.read(content.start, content.end, PLAIN, depth).blocks, columns, rows, isHeader: false };
}

const spanOf = (written: string): number => Math.min(MAX_SPAN, Math.max(1, Number.parseInt(written, 10) || 1));

/** LaTeX writes empty cells below a cell of several rows. A span ends at a cell that is not empty, and at the end. */
function joinSpans(rows: Cell[][]): void {
  /** Cells whose span is still open, by their first column. */
  const open = new Map<number, { readonly cell: Cell; left: number }>();
  for (const [index, row] of rows.entries()) {
    const starts = columnsOf(row);
    rows[index] = row.filter((cell, place) => {
      const start = starts[place] ?? 0;
      const above = open.get(start);
      if (above !== undefined && above.left > 0 && cell.blocks.length === 0) {
        above.left--;
        above.cell.rows++;
        return false;
      }
      open.delete(start);
      if (cell.rows > 1) open.set(start, { cell, left: cell.rows - 1 });
      cell.rows = 1;
      return true;
    });
  }
}

function columnsOf(row: readonly Cell[]): number[] {
  let column = 0;
  return row.map(({ columns }) => {
    column += columns;
    return column - columns;
  });
}
