/** Compares the rows of found tables with those of a paper. */
import type { BlockTable } from '../../engines/parse/formats/model.ts';
import type { Paper } from './papers.ts';

export interface RowScore {
  readonly truth: number;
  readonly found: number;
  readonly correct: number;
}

type Row = readonly string[];

/** Rows of other texts alone, such as totals and heads, count neither for nor against. */
export function scoreRows({ rows, others }: Pick<Paper, 'rows' | 'others'>, tables: readonly BlockTable[]): RowScore {
  const known = new Set(others.flatMap(tokensOf));
  const found = tables.flatMap(rowsOf).filter((row) => row.flatMap(tokensOf).some((token) => !known.has(token)));
  const open = new Map<string, number>();
  for (const row of rows) open.set(keyOf(row), (open.get(keyOf(row)) ?? 0) + 1);
  let correct = 0;
  for (const row of found) {
    const left = open.get(keyOf(row)) ?? 0;
    if (left === 0) continue;
    open.set(keyOf(row), left - 1);
    correct++;
  }
  return { truth: rows.length, found: found.length, correct };
}

/** Without the columns that are blank in all rows. */
function rowsOf({ rows, columns, cells }: BlockTable): Row[] {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''));
  for (const { row, column, text } of cells) {
    const places = grid[row];
    if (places !== undefined) places[column] = text;
  }
  const used = [...Array(columns).keys()].filter((column) => grid.some((row) => row[column] !== ''));
  return grid.map((row) => used.map((column) => row[column] ?? ''));
}

const tokensOf = (text: string): string[] =>
  plain(text)
    .split(' ')
    .filter((token) => token !== '');
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
/** Letters and digits, as in `parse-tables`: which signs a scan shows is another question. */
const keyOf = (row: Row): string =>
  row
    .map((cell) =>
      plain(cell)
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ''),
    )
    .join('\t');

export const sumOf = (scores: readonly RowScore[]): RowScore => ({
  truth: scores.reduce((sum, { truth }) => sum + truth, 0),
  found: scores.reduce((sum, { found }) => sum + found, 0),
  correct: scores.reduce((sum, { correct }) => sum + correct, 0),
});
