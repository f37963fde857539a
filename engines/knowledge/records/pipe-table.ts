/** Reads a pipe table of Markdown, as engines/parse/documents/markdown/tables.ts writes it: a row is a line. */
import { columnNames, MOST_CELLS, MOST_COLUMNS } from './table.ts';
import type { Columns, TableRow } from './table.ts';

/**
 * The rows of the table between two positions; `null` if it has no header with a row of dashes below, or too many cells. Short rows are
 * padded.
 */
export function pipeTable(markdown: string, start: number, end: number): Columns | null {
  const lines = linesOf(markdown, start, end);
  const header = lines.next().value;
  const dashes = lines.next().value;
  if (!header || !dashes || !dashes.cells.every((cell) => /^:?-+:?$/.test(cell))) return null;
  const rows: TableRow[] = [];
  let width = header.cells.length;
  for (const row of lines) {
    width = Math.max(width, row.cells.length);
    if (width > MOST_COLUMNS || width * rows.length > MOST_CELLS) return null;
    rows.push(row);
  }
  if (width > MOST_COLUMNS) return null;
  const padded = (cells: readonly string[]) =>
    cells.length === width ? cells : Array.from({ length: width }, (_, column) => cells[column] ?? '');
  return {
    columns: columnNames(padded(header.cells)),
    rows: rows.map((row) => ({ ...row, cells: padded(row.cells) })),
  };
}

function* linesOf(markdown: string, start: number, end: number): Generator<TableRow, undefined> {
  for (let at = start; at < end;) {
    const found = markdown.indexOf('\n', at);
    const stop = found < 0 || found > end ? end : found;
    yield { start: at, end: stop, cells: cellsOf(markdown.slice(at, stop)) };
    at = stop + 1;
  }
}

/** What the bars separate that have no backslash before them. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let start = line.indexOf('|') + 1;
  for (let at = start; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '|') {
      cells.push(plainText(line.slice(start, at)));
      start = at + 1;
    }
  }
  const rest = line.slice(start).trim();
  return rest === '' ? cells : [...cells, plainText(rest)];
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** A cell without what Markdown needs: escapes, and line breaks, which separate values as a semicolon does. */
function plainText(cell: string): string {
  return cell
    .trim()
    .replace(/<br>|&(?:lt|gt|amp);|\\[!-/:-@[-`{-~]/g, (mark) =>
      mark === '<br>' ? '; ' : (ENTITIES[mark] ?? mark.slice(1)),
    );
}
