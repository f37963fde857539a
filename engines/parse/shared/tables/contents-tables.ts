/** Tables of contents: lines whose titles dots lead to a page number. */

import type { Row } from '../lines/text-lines.ts';
import { bounds, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { FoundTable } from './borderless-tables.ts';
import { tableOf } from './table.ts';

/** Fewer lines prove nothing. */
const MIN_LINES = 3;
/** Dots that lead. */
const MIN_DOTS = 4;
/** A line without a page number goes on in the next, when that is so near, in em. */
const MAX_PITCH = 2;

const PAGE = /^(\d{1,4}|[ivxlc]{1,7})$/i;

/** Title and page number of each line. */
export function contentsTables(rows: readonly Row[]): FoundTable[] {
  const found: FoundTable[] = [];
  let taken: Row[] = [];
  let grid: Word[][][] = [];
  let open: Row[] = [];
  const close = (): void => {
    if (grid.length >= MIN_LINES) {
      const lines = taken.slice(0, taken.length - open.length);
      const cells = grid.map((row) => row.map((words) => ({ words })));
      found.push({ table: tableOf('borderless', cells, bounds(lines)), rows: lines });
    }
    [taken, grid, open] = [[], [], []];
  };
  for (const row of rows) {
    const above = taken.at(-1);
    if (above !== undefined && row.baseline - above.baseline > MAX_PITCH * 2 * row.fontSize) close();
    if (leads(row)) {
      grid.push([[...open.flatMap((part) => part.words), ...row.words.slice(0, -1)], row.words.slice(-1)]);
      taken.push(row);
      open = [];
    } else if (
      taken.length > 0 &&
      open.length === 0 &&
      row.baseline - (above?.baseline ?? 0) < MAX_PITCH * row.fontSize
    ) {
      taken.push(row);
      open = [row];
    } else {
      close();
    }
  }
  close();
  return found;
}

function leads(row: Row): boolean {
  const page = row.words.at(-1);
  if (page === undefined || !PAGE.test(page.text)) return false;
  const before = row.words.slice(0, -1);
  const trailing = before.slice(before.findLastIndex((word) => !/[.…·]$/.test(word.text)) + 1);
  return sum(trailing, (word) => dots(/(?<![.…·])[.…·]+$/.exec(word.text)?.[0] ?? '')) >= MIN_DOTS;
}

/** An ellipsis counts as three. */
const dots = (text: string): number => text.length + 2 * (text.match(/…/g)?.length ?? 0);
