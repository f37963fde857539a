/** Running heads and feet: lines at the edge of pages that repeat or hold the page number. */

import { lineText } from '../lines/line-text.ts';
import { PAGE_NUMBER, withoutNumbers } from '../lines/patterns.ts';
import { rowsOf, segmentsOf } from '../lines/text-lines.ts';
import type { Row } from '../lines/text-lines.ts';
import type { ExtractedPage } from '../page/page.ts';
import type { PageStructure } from '../page/structure.ts';
import type { Word } from '../page/word.ts';

/** Share of the page at its upper and lower edge where running lines stand; the deep foot is surer. */
const EDGE = 0.12;
const DEEP_FOOT = 0.08;
/** Pages that must repeat a line: a share of all, and its bounds. */
const REPEATED_SHARE = 0.4;
const MIN_REPEATED = 2;
const ENOUGH_REPEATED = 3;
/** A larger line, against the body, is a heading although it repeats; outermost it may be larger. */
const MAX_SIZE = 1.3;
const MAX_OUTERMOST_SIZE = 2;
/** Space to the text, in em: nearer is a line of it. */
const APART = 0.5;
/** Small line with the page number at one end. */
const NUMBER_AT_END = /^\d{1,4}\s|\s\d{1,4}$/;
const MAX_LENGTH = 110;

/** Roles of real content: what is tagged so is never a running line. */
const CONTENT = /^(TD|TH|P|LI|H[1-6]|Caption)$/;

interface EdgeRow {
  readonly row: Row;
  readonly text: string;
  readonly key: string;
  readonly atTop: boolean;
}

/** Keys of the lines near the upper and lower edge of a page. */
export const edgeKeys = (words: readonly Word[], height: number): string[] =>
  edgeRows(rowsOf(words.filter((word) => isAtEdge(word.baseline, height))), height).map(({ key }) => key);

/** The keys that so many pages have, of all, that their lines are running heads or feet. */
export function repeatedEdges(counts: ReadonlyMap<string, number>, pages: number): Set<string> {
  const needed = Math.max(MIN_REPEATED, Math.min(ENOUGH_REPEATED, pages * REPEATED_SHARE));
  const repeated = [...counts].flatMap(([key, count]) => (key !== '' && count >= needed ? [key] : []));
  return new Set(pages > 1 ? repeated : []);
}

/** The words of a page that belong to running heads and feet. */
export function runningWords(
  { words, height, structure }: Pick<ExtractedPage, 'words' | 'height' | 'structure'>,
  { runningLines, bodySize }: { readonly runningLines: ReadonlySet<string>; readonly bodySize: number },
): Set<Word> {
  const rows = rowsOf(words);
  const dropped = new Set<Row>();
  for (const edge of edgeRows(rows, height)) {
    const { row } = edge;
    if (isContent(row, structure) || headsTable(row, rows)) continue;
    if (isRunning(edge, runningLines.has(edge.key), rows, dropped, height, bodySize)) dropped.add(row);
  }
  return new Set([...dropped].flatMap((row) => row.words));
}

const isAtEdge = (baseline: number, height: number): boolean =>
  baseline < height * EDGE || baseline > height * (1 - EDGE);

function edgeRows(rows: readonly Row[], height: number): EdgeRow[] {
  return rows
    .filter((row) => isAtEdge(row.baseline, height))
    .map((row) => {
      const text = lineText(row.words);
      return { row, text, key: edgeKey(text), atTop: row.baseline < height * EDGE };
    });
}

/** Equal for lines that differ in numbers, letter case and spaces only: how words are parted may differ by page. */
const edgeKey = (text: string): string => withoutNumbers(text).replaceAll(' ', '');

function isContent(row: Row, structure: PageStructure | null): boolean {
  return row.words.some((word) => {
    let element = structure?.byMcid.get(word.mcid) ?? null;
    while (element !== null && !CONTENT.test(element.type)) element = element.parent;
    return element !== null;
  });
}

/** The head of a table that starts at the top of the page. */
function headsTable(row: Row, rows: readonly Row[]): boolean {
  const next = rows[rows.indexOf(row) + 1];
  return (
    next !== undefined &&
    next.baseline - row.baseline < 2.6 * row.fontSize &&
    [row, next].every((each) => segmentsOf(each, 1).length >= 3)
  );
}

function isRunning(
  { row, text, atTop }: EdgeRow,
  repeats: boolean,
  rows: readonly Row[],
  dropped: ReadonlySet<Row>,
  height: number,
  bodySize: number,
): boolean {
  const isNumber = PAGE_NUMBER.test(text);
  const gap = gapToBody(row, rows, atTop);
  const isOuter = row.baseline < height * DEEP_FOOT || row.baseline > height * (1 - DEEP_FOOT);
  const largest = bodySize * (isOuter ? MAX_OUTERMOST_SIZE : MAX_SIZE);
  if (repeats && (isNumber || (row.fontSize <= largest && !continuesInBody(row, rows, atTop)))) return true;
  if (isNumber && row.words.length <= 4 && gap > 0.5 * row.fontSize) return true;
  if (!NUMBER_AT_END.test(text) || text.length >= MAX_LENGTH) return false;
  const index = rows.indexOf(row);
  if (!atTop) return row.baseline > height * (1 - DEEP_FOOT) && row.fontSize <= bodySize && gap > 1.2 * row.fontSize;
  const isOutermost = rows.slice(0, index).every((outer) => dropped.has(outer));
  return index <= 1 && isOutermost && row.fontSize < bodySize * 0.97 && gap > 0.8 * row.fontSize;
}

/** A sentence that begins many pages alike: its next line follows closely, in the same size, and not as a new sentence. */
function continuesInBody(row: Row, rows: readonly Row[], atTop: boolean): boolean {
  const next = rows[rows.indexOf(row) + 1];
  if (!atTop || next === undefined || next.y0 - row.y1 > APART * row.fontSize) return false;
  return Math.abs(next.fontSize - row.fontSize) < 0.5 && /^\p{Ll}/u.test(lineText(next.words));
}

/** Empty space between a line and its neighbour towards the middle of the page. */
function gapToBody(row: Row, rows: readonly Row[], atTop: boolean): number {
  const index = rows.indexOf(row);
  const neighbour = atTop
    ? rows.slice(index + 1).find((other) => other.baseline > row.baseline)
    : rows.slice(0, index).findLast((other) => other.baseline < row.baseline);
  if (neighbour === undefined) return Infinity;
  return atTop ? neighbour.y0 - row.y1 : row.y0 - neighbour.y1;
}
