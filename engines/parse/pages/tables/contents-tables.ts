/** Finds tables of contents: lines with dots between title and page number. */

import type { TextLine } from '../lines/text-lines.ts';
import { bounds, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { FoundTable } from './borderless-tables.ts';
import { tableOf } from './table.ts';

/** Minimum number of lines. */
const MIN_LINES = 3; // syn_report: −.014 at 0, same at 8
/** Minimum number of leader dots. */
const MIN_DOTS = 4; // redp5110_sampled: same at 1, other text at 9
/** A line without a page number continues in the next one if that is within this distance, in em. */
const MAX_PITCH = 2; // redp5110_sampled: +.001 at 1, same at 3

const PAGE = /^(\d{1,4}|[ivxlc]{1,7})$/i;

/** Title and page number of each line. */
export function contentsTables(lines: readonly TextLine[]): FoundTable[] {
  const found: FoundTable[] = [];
  let taken: TextLine[] = [];
  let grid: Word[][][] = [];
  let open: TextLine[] = [];
  const close = (): void => {
    if (grid.length >= MIN_LINES) {
      const parts = taken.slice(0, taken.length - open.length);
      const cells = grid.map((row) => row.map((words) => ({ words })));
      found.push({ table: tableOf('borderless', cells, bounds(parts)), lines: parts });
    }
    [taken, grid, open] = [[], [], []];
  };
  for (const line of lines) {
    const above = taken.at(-1);
    if (above !== undefined && line.baseline - above.baseline > MAX_PITCH * 2 * line.fontSize) close();
    const entry = entryOf(line);
    if (entry !== null) {
      grid.push([[...open.flatMap((part) => part.words), ...entry.title], [entry.page]]);
      taken.push(line);
      open = [];
    } else if (
      taken.length > 0 &&
      open.length === 0 &&
      line.baseline - (above?.baseline ?? 0) < MAX_PITCH * line.fontSize
    ) {
      taken.push(line);
      open = [line];
    } else {
      close();
    }
  }
  close();
  return found;
}

interface Entry {
  readonly title: readonly Word[];
  readonly page: Word;
}

/** Title and page number of a line with enough dots between them, with which each may be one word. */
function entryOf({ words }: TextLine): Entry | null {
  const last = words.at(-1);
  if (last === undefined) return null;
  const at = last.text.search(AFTER_DOTS);
  const page = { ...last, text: last.text.slice(at) };
  if (!PAGE.test(page.text)) return null;
  const title = at === 0 ? words.slice(0, -1) : [...words.slice(0, -1), { ...last, text: last.text.slice(0, at) }];
  const trailing = title.slice(title.findLastIndex((word) => !/[.…·]$/.test(word.text)) + 1);
  const count = sum(trailing, (word) => dots(/(?<![.…·])[.…·]+$/.exec(word.text)?.[0] ?? ''));
  return count >= MIN_DOTS ? { title, page } : null;
}

/** Where the text after the last dot starts. */
const AFTER_DOTS = /(?<=[.…·]|^)[^.…·]*$/;

/** An ellipsis counts as three. */
const dots = (text: string): number => text.length + 2 * (text.match(/…/g)?.length ?? 0);
