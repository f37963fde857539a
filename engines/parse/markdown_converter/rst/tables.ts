/** Tables of reStructuredText: drawn grids, and columns below lines of `=`. */
import type { Block, TableCell } from '../../documents/markdown/model.ts';
import { dedent } from '../shared/markup/lines.ts';

type ReadCell = (lines: readonly string[]) => readonly Block[];

export const GRID_LINE = /^\+(?:[-=]+\+)+$/;
export const SIMPLE_LINE = /^=+(?: +=+)+$/;

const MAX_COLUMNS = 500;

/** A grid, from its first line to its last. Cells may span columns; cells of several rows stay in one row. */
export function gridTable(lines: readonly string[], read: ReadCell): Block[] {
  const edges = [...(lines[0] ?? '').matchAll(/\+/g)].map(({ index }) => index);
  if (edges.length > MAX_COLUMNS) return [{ kind: 'code', text: lines.join('\n'), language: null }];
  const rows: TableCell[][] = [];
  const head = lines.findLastIndex((line) => line.startsWith('+='));
  let group: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!GRID_LINE.test(line)) {
      group.push(line);
      continue;
    }
    if (group.length > 0) rows.push(cellsOf(group, edges, read, index <= head));
    group = [];
  }
  return rows.length === 0 ? [] : [{ kind: 'table', rows }];
}

/** Edges that a line of the row does not draw are inside a cell. */
function cellsOf(lines: readonly string[], edges: readonly number[], read: ReadCell, isHeader: boolean): TableCell[] {
  const cells: TableCell[] = [];
  let start = 0;
  for (let column = 1; column < edges.length; column++) {
    const edge = edges[column] ?? 0;
    const isLast = column === edges.length - 1;
    if (!isLast && !lines.every((line) => /[|+]/.test(line.charAt(edge)))) continue;
    const content = lines.map((line) => line.slice((edges[start] ?? 0) + 1, edge).trimEnd());
    const words = content.filter((line) => !/^-+$/.test(line));
    cells.push({ blocks: read(dedent(words)), columns: column - start, rows: 1, isHeader });
    start = column;
  }
  return cells;
}

/** A simple table without its first line, which gives the columns. A row without a first column continues the last. */
export function simpleTable(columns: string, lines: readonly string[], read: ReadCell): Block[] {
  const starts = [...columns.matchAll(/=+/g)].map(({ index }) => index);
  if (starts.length > MAX_COLUMNS) return [{ kind: 'code', text: lines.join('\n'), language: null }];
  const head = lines.findIndex((line) => SIMPLE_LINE.test(line));
  const rows: { readonly cells: string[][]; readonly isHeader: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '' || SIMPLE_LINE.test(line) || /^-+(?: +-+)*$/.test(line)) continue;
    const parts = starts.map((start, column) => line.slice(start, starts[column + 1]).trim());
    const last = rows.at(-1);
    if (parts[0] === '' && last !== undefined)
      for (const [column, part] of parts.entries()) last.cells[column]?.push(part);
    else rows.push({ cells: parts.map((part) => [part]), isHeader: index < head });
  }
  const built = rows.map(({ cells, isHeader }) =>
    cells.map((cell): TableCell => ({ blocks: read(cell), columns: 1, rows: 1, isHeader })),
  );
  return built.length === 0 ? [] : [{ kind: 'table', rows: built }];
}
