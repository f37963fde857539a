/** Writes tables as Markdown: with pipes, or as HTML if cells are merged. */
import { ServiceError } from '../../../../errors/index.ts';
import { joinWithin } from '../output-limit.ts';
import { codeSpan, escapeLatex } from './escape.ts';
import { htmlBlocks } from './html.ts';
import { inlineLines } from './inline.ts';
import type { Block, TableCell } from './model.ts';

/** Maximum number of cells of a table, including the padding of short rows. */
export const MAX_TABLE_CELLS = 2_000_000;

type Rows = readonly (readonly TableCell[])[];

/** `auto`: HTML for tables with merged cells; `pipe`: always pipes, with the text of merged cells repeated. */
export type TableForm = 'auto' | 'pipe';

/** Throws `too_large` above {@link MAX_TABLE_CELLS}. */
export function writeTable(rows: Rows, form: TableForm = 'auto'): string {
  const isMerged = rows.some((row) => row.some((cell) => cell.columns > 1 || cell.rows > 1));
  if (!isMerged) return pipeTable(rows.map((row) => row.map((cell) => cellText(cell.blocks))));
  return form === 'auto' ? htmlTable(rows) : pipeTable(coveredTexts(rows));
}

/** The text of each grid position: that of its covering cell. */
function coveredTexts(rows: Rows): string[][] {
  const places: string[][] = rows.map(() => []);
  let count = 0;
  for (const [top, row] of rows.entries()) {
    let left = 0;
    for (const cell of row) {
      while (places[top]?.[left] !== undefined) left++;
      const written = cellText(cell.blocks);
      for (const line of places.slice(top, top + cell.rows)) {
        count += cell.columns;
        if (count > MAX_TABLE_CELLS) throw tooLarge();
        for (let column = left; column < left + cell.columns; column++) line[column] = written;
      }
    }
  }
  return places.map((line) => Array.from(line, (written) => written ?? ''));
}

/**
 * A table of Markdown cells; the first row is the header, short rows are padded. Line feeds become `<br>`. Throws
 * `too_large` above {@link MAX_TABLE_CELLS}.
 */
export function pipeTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return pipeGrid(width, rows.length, (row, column) => rows[row]?.[column] ?? '');
}

/** The same for lazily created cells, so that no more are created than the output limit allows. */
export function pipeGrid(width: number, height: number, cellAt: (row: number, column: number) => string): string {
  if (width === 0) return '';
  if (width * height > MAX_TABLE_CELLS) throw tooLarge();
  return joinWithin(Array(height).keys(), '\n', (row) => {
    const line = joinWithin(Array(width).keys(), ' | ', (column) => pipeCell(cellAt(row, column)));
    return row === 0 ? `| ${line} |\n|${' --- |'.repeat(width)}` : `| ${line} |`;
  });
}

function tooLarge(): ServiceError {
  return new ServiceError('too_large', `A table has more than ${MAX_TABLE_CELLS} cells.`, {
    limit_cells: MAX_TABLE_CELLS,
  });
}

function pipeCell(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('<br>')
    .replace(/(?<!\\)(\\*)\|/g, (_, slashes: string) =>
      // In code, backslashes do not escape each other: an even number of them would not escape the bar.
      slashes.length % 2 === 0 ? `${slashes}\\|` : `${slashes} \\|`,
    );
}

/** Blocks in one cell of a pipe table, without syntax that needs its own line in Markdown. */
function cellText(blocks: readonly Block[]): string {
  return blocks
    .map(cellBlock)
    .filter((block) => block !== '')
    .join('\n');
}

function cellBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineLines(block.content).join('\n');
    case 'code':
      return block.text
        .split(/\r\n?|\n/)
        .filter((line) => line.trim() !== '')
        .map((line) => codeSpan(line))
        .join('\n');
    case 'equation':
      return `$${escapeLatex(block.latex)}$`;
    case 'list':
      return block.items
        .map((item) => `${item.number === null ? '-' : `${item.number}.`} ${cellText(item.blocks)}`)
        .join('\n');
    case 'table':
      return joinWithin(block.rows, '\n', (row) => joinWithin(row, ' ', (cell) => cellText(cell.blocks)));
    case 'quote':
    case 'note':
      return cellText(block.blocks);
    case 'markdown':
      return block.markdown;
    case 'rule':
      break;
  }
  return '';
}

function htmlTable(rows: Rows): string {
  return `<table>\n${joinWithin(rows, '\n', (row) => `<tr>${joinWithin(row, '', htmlCell)}</tr>`)}\n</table>`;
}

function htmlCell(cell: TableCell): string {
  const tag = cell.isHeader ? 'th' : 'td';
  const columns = cell.columns > 1 ? ` colspan="${cell.columns}"` : '';
  const rows = cell.rows > 1 ? ` rowspan="${cell.rows}"` : '';
  return `<${tag}${columns}${rows}>${htmlBlocks(cell.blocks)}</${tag}>`;
}
