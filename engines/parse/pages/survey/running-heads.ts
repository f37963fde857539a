/** Running heads and feet: lines at the edge of pages that repeat or hold the page number. */

import type { ParseOptions } from '../../options.ts';
import { lineText } from '../lines/line-text.ts';
import { PAGE_NUMBER, withoutNumbers } from '../lines/patterns.ts';
import { segmentsOf, textLinesOf } from '../lines/text-lines.ts';
import type { TextLine } from '../lines/text-lines.ts';
import type { ExtractedPage } from '../page/page.ts';
import type { PageStructure } from '../page/structure.ts';
import type { Word } from '../page/word.ts';

/** Share of the page at its upper and lower edge that may have running lines; lines in the deep foot are surer. */
const EDGE = 0.12; // issue-463-example: −.004 at .096, −.002 at .15
const DEEP_FOOT = 0.08; // pdfa_038: +.090 at .064, −.012 at .1
/** Pages that must repeat a line: a share of all pages, and its bounds. */
const REPEATED_SHARE = 0.4; // pdfa_028: same at .32, +.017 at .5
const MIN_REPEATED = 2; // 4833695495684096: −.672 at 1, +.021 at 3
const ENOUGH_REPEATED = 3; // redp5110_sampled: same at 2, −.001 at 4
/** A larger line, relative to the body, is a heading although it repeats; the outermost line may be larger. */
const MAX_SIZE = 1.3; // pdfa_038: same at 1.04, −.106 at 1.625
const MAX_OUTERMOST_SIZE = 3; // nougat_005: −.009 at 2; pdfa_038: −.075 with MAX_SIZE 3
/** A line that is larger than the body by this factor stands out. */
const HEADING_SIZE = 1.15;
/** Minimum space to the text, in em: a closer line belongs to the text. */
const APART = 0.5; // no sample between .2 and 1: lines of a paragraph are .2 to .4 em apart
/** A small line with the page number at one end. */
const NUMBER_AT_END = /^\d{1,4}\s|\s\d{1,4}$/;
const YEAR_AT_START = /^(19|20)\d\d\s/;
const MAX_LENGTH = 110; // nougat_020: +.070 at 33, −.022 at 330
/** Space to the text, in em, of a lone page number and of a line that ends in one, at the foot and at the head. */
const NUMBER_GAP = 0.5; // no sample between .2 and 1: as APART
const FOOT_GAP = 1.2; // no sample between .48 and 2.4: a blank line
const HEAD_GAP = 0.8; // no sample between .32 and 1.6: less than at the foot: the line must be smaller as well
const MAX_NUMBER_WORDS = 4; // mid_movie-theater-booking: +.007 at 3, same at 5
/** Relative to the body: a line at the head that ends in a number must be smaller. */
const SMALLER = 0.97; // embedded_images_tables: +.022 at .776, −.002 at 1.2125
/** Points by which the sizes of one sentence may differ. */
const SAME_SIZE = 0.5; // no sample between .2 and 1: sizes are surveyed to half a point
/**
 * Maximum pitch, in em, of the first rows of a table at the head of a page; the gap in em that separates their
 * segments, and the minimum number of segments.
 */
const TABLE_PITCH = 2.6; // issue-463-example: −.031 at 1.04, same at 5.2
const TABLE_GAP = 1; // pdfa_038: +.047 at 0, same at 2
const MIN_TABLE_SEGMENTS = 3; // issue-463-example: other text at 2, −.031 at 4
/** Lines below its head among which the first row has its values, and points by which its description may be off the head. */
const MAX_DESCRIPTION = 4;
const SAME_START = 3; // as in table-runs.ts

/** In em: how much the distances of rows may differ, and their ends. */
const SAME_PITCH = 0.3; // test “are no rows that differ in their numbers” (fails at 3); superscripts move rows by .25
const ALIGNED = 0.5; // test “are no rows that differ in their numbers” (fails at 0)

/** Roles of real content: lines with these tags are never running lines. */
const CONTENT = /^(TD|TH|P|LI|H[1-6]|Caption)$/;

/** What must be known of the document. */
interface RunningStyle {
  readonly runningLines: ReadonlySet<string>;
  readonly isOnePage: boolean;
  readonly bodySize: number;
  readonly mostlyBold: boolean;
}

interface EdgeLine {
  readonly line: TextLine;
  readonly text: string;
  readonly key: string;
  readonly atTop: boolean;
}

/** Keys of the lines near the upper and lower edge of a page; `page` counts the pages. */
export const edgeKeys = (words: readonly Word[], height: number, page: number): string[] =>
  edgeLines(textLinesOf(words.filter((word) => isAtEdge(word.baseline, height))), height).flatMap(({ key, text }) => {
    const number = NUMBER.exec(text)?.[0];
    if (number === undefined) return [key];
    return [key, sameKey(text), `${key}${STEPS}${Number(number) - page}`];
  });

const NUMBER = /\d{1,6}/;
/** Separate from a key what a line with a number also has: its exact text, and by how much its number differs from the page. */
const EXACT = '\n=';
const STEPS = '\n@';
const sameKey = (text: string): string => `${EXACT}${text}`;
const numberedKey = (key: string): string => `${key}${STEPS}`;

/**
 * The keys that occur on enough of the pages for their lines to be running heads or feet. Of a line whose numbers follow
 * the pages, also its {@link numberedKey}.
 */
export function repeatedEdges(counts: ReadonlyMap<string, number>, pages: number): Set<string> {
  const needed = Math.max(MIN_REPEATED, Math.min(ENOUGH_REPEATED, pages * REPEATED_SHARE));
  const repeated = [...counts].flatMap(([key, count]) => {
    if (key.startsWith(EXACT)) return count >= MIN_REPEATED ? [key] : [];
    if (key === '' || count < needed) return [];
    const steps = key.indexOf(STEPS);
    return [steps === -1 ? key : key.slice(0, steps + STEPS.length)];
  });
  return new Set(pages > 1 ? repeated : []);
}

/** A heading of chapters, `Chapter 3`: it stands out, its text is not repeated, and its number is not that of the page. */
function isNumberedHeading(
  { line, text, key }: EdgeLine,
  { runningLines, bodySize, mostlyBold }: RunningStyle,
): boolean {
  if (!NUMBER.test(text) || PAGE_NUMBER.test(text)) return false;
  const isBold = !mostlyBold && line.words.every(({ length, boldLength }) => boldLength === length);
  if (runningLines.has(sameKey(text))) return false;
  // A page may have one chapter each, but its number stands apart from a large running head.
  if (line.fontSize >= bodySize * HEADING_SIZE && segmentsOf(line, TABLE_GAP).length === 1) return true;
  return isBold && !runningLines.has(numberedKey(key));
}

/** The words of the page with this number that belong to running heads and feet that are to be dropped. */
export function runningWords(
  { words, height, structure }: Pick<ExtractedPage, 'words' | 'height' | 'structure'>,
  style: RunningStyle,
  headers: ParseOptions['headers'],
  page: number,
): Set<Word> {
  const { runningLines, bodySize } = style;
  const lines = textLinesOf(words);
  const dropped = new Set<TextLine>();
  for (const edge of headers === 'keep' ? [] : fromOutside(edgeLines(lines, height))) {
    const { line } = edge;
    const repeats = runningLines.has(edge.key);
    if (isContent(line, structure) || headsTable(line, lines) || isNumberedHeading(edge, style)) continue;
    if (isRow(edge, lines, runningLines)) continue;
    if (headers === 'first' && page === 1 && repeats && !hasPageNumber(edge)) continue;
    const isAlone = headers === 'drop' && style.isOnePage && isSetApart(edge, lines, dropped, bodySize);
    if (isAlone || isRunning(edge, repeats, lines, dropped, height, bodySize)) dropped.add(line);
  }
  return new Set([...dropped].flatMap((line) => line.words));
}

/** Whether words of a running head are larger than the text, so that they may be more than that. */
export const standOut = (running: ReadonlySet<Word>, bodySize: number): boolean =>
  [...running].some(({ fontSize, text }) => fontSize >= bodySize * HEADING_SIZE && /\p{L}/u.test(text));

/** Whether a text is a running head or foot of the document. */
export const isRunningText = (
  text: string,
  { runningLines }: { readonly runningLines: ReadonlySet<string> },
): boolean => runningLines.has(edgeKey(text));

const hasPageNumber = ({ text }: EdgeLine): boolean =>
  PAGE_NUMBER.test(text) || (NUMBER_AT_END.test(text) && !YEAR_AT_START.test(text));

const isAtEdge = (baseline: number, height: number): boolean =>
  baseline < height * EDGE || baseline > height * (1 - EDGE);

function edgeLines(lines: readonly TextLine[], height: number): EdgeLine[] {
  return lines
    .filter((line) => isAtEdge(line.baseline, height))
    .map((line) => {
      const text = lineText(line.words);
      return { line, text, key: edgeKey(text), atTop: line.baseline < height * EDGE };
    });
}

/** Heads from the top down, feet from the bottom up. */
const fromOutside = (edges: readonly EdgeLine[]): EdgeLine[] => [
  ...edges.filter(({ atTop }) => atTop),
  ...edges.filter(({ atTop }) => !atTop).toReversed(),
];

/** Equal for lines that differ only in numbers, letter case and spaces: word separation may differ by page. */
const edgeKey = (text: string): string => withoutNumbers(text).replaceAll(' ', '');

function isContent(line: TextLine, structure: PageStructure | null): boolean {
  return line.words.some((word) => {
    let element = structure?.byMcid.get(word.mcid) ?? null;
    while (element !== null && !CONTENT.test(element.type)) element = element.parent;
    return element !== null;
  });
}

/** The head of a table that starts at the top of the page. A description may begin above its values. */
function headsTable(line: TextLine, lines: readonly TextLine[]): boolean {
  const heads = segmentsOf(line, TABLE_GAP);
  if (heads.length < MIN_TABLE_SEGMENTS) return false;
  const start = lines.indexOf(line) + 1;
  for (const [index, next] of lines.slice(start, start + MAX_DESCRIPTION).entries()) {
    const above = index === 0 ? line : lines[start + index - 1];
    if (above === undefined || next.baseline - above.baseline >= TABLE_PITCH * line.fontSize) return false;
    if (segmentsOf(next, TABLE_GAP).length >= MIN_TABLE_SEGMENTS)
      return index === 0 || next.x1 > (heads.at(-1)?.x0 ?? 0);
    if (!heads.some(({ x0 }) => Math.abs(x0 - next.x0) < SAME_START)) return false;
  }
  return false;
}

/**
 * A row of a list or table that goes on over pages, whose rows differ in their numbers: the next two lines do not repeat,
 * are as far apart and aligned with it.
 */
function isRow(
  { line, text, atTop }: EdgeLine,
  lines: readonly TextLine[],
  runningLines: ReadonlySet<string>,
): boolean {
  if (!NUMBER.test(text) || PAGE_NUMBER.test(text)) return false;
  const [next, second] = neighbours(line, lines, atTop);
  if (next === undefined || second === undefined) return false;
  const texts = [text, lineText(next.words), lineText(second.words)];
  if (texts.some((each) => runningLines.has(NUMBER.test(each) ? sameKey(each) : edgeKey(each)))) return false;
  const near = (one: number, other: number, em: number): boolean => Math.abs(one - other) < em * line.fontSize;
  return (
    near(next.baseline - line.baseline, second.baseline - next.baseline, SAME_PITCH) &&
    [next, second].every(({ x0, x1 }) => near(x0, line.x0, ALIGNED) || near(x1, line.x1, ALIGNED))
  );
}

function isRunning(
  { line, text, atTop }: EdgeLine,
  repeats: boolean,
  lines: readonly TextLine[],
  dropped: ReadonlySet<TextLine>,
  height: number,
  bodySize: number,
): boolean {
  const isNumber = PAGE_NUMBER.test(text);
  const gap = gapToBody(line, lines, atTop);
  const isOuter = line.baseline < height * DEEP_FOOT || line.baseline > height * (1 - DEEP_FOOT);
  const largest = bodySize * (isOuter ? MAX_OUTERMOST_SIZE : MAX_SIZE);
  if (repeats && (isNumber || (line.fontSize <= largest && !continuesInBody(line, lines, atTop)))) return true;
  if (isNumber && line.words.length <= MAX_NUMBER_WORDS && gap > NUMBER_GAP * line.fontSize) return true;
  if (!NUMBER_AT_END.test(text) || text.length >= MAX_LENGTH) return false;
  const index = lines.indexOf(line);
  if (!atTop)
    return line.baseline > height * (1 - DEEP_FOOT) && line.fontSize <= bodySize && gap > FOOT_GAP * line.fontSize;
  const isOutermost = lines.slice(0, index).every((outer) => dropped.has(outer));
  return index <= 1 && isOutermost && line.fontSize < bodySize * SMALLER && gap > HEAD_GAP * line.fontSize;
}

/** Of a lone page, a line apart from the text and beyond all else is its head or foot; at the foot are no headings. */
function isSetApart(
  { line, text, atTop }: EdgeLine,
  lines: readonly TextLine[],
  dropped: ReadonlySet<TextLine>,
  bodySize: number,
): boolean {
  const index = lines.indexOf(line);
  const outer = atTop ? lines.slice(0, index) : lines.slice(index + 1);
  const gap = gapToBody(line, lines, atTop);
  return (
    text.length < MAX_LENGTH &&
    line.fontSize <= bodySize * (atTop ? 1 : MAX_SIZE) &&
    gap > FOOT_GAP * line.fontSize &&
    outer.every((other) => dropped.has(other))
  );
}

/**
 * A sentence that starts many pages in the same way: its next line follows closely, in the same size, and is not a new
 * sentence.
 */
function continuesInBody(line: TextLine, lines: readonly TextLine[], atTop: boolean): boolean {
  const next = lines[lines.indexOf(line) + 1];
  if (!atTop || next === undefined || next.y0 - line.y1 > APART * line.fontSize) return false;
  return Math.abs(next.fontSize - line.fontSize) < SAME_SIZE && /^\p{Ll}/u.test(lineText(next.words));
}

/** Empty space between a line and its neighbour towards the middle of the page. */
function gapToBody(line: TextLine, lines: readonly TextLine[], atTop: boolean): number {
  const [neighbour] = neighbours(line, lines, atTop);
  if (neighbour === undefined) return Infinity;
  return atTop ? neighbour.y0 - line.y1 : line.y0 - neighbour.y1;
}

/** The lines from this one towards the middle of the page, the nearest first. */
function neighbours(line: TextLine, lines: readonly TextLine[], atTop: boolean): TextLine[] {
  const index = lines.indexOf(line);
  return atTop
    ? lines.slice(index + 1).filter((other) => other.baseline > line.baseline)
    : lines
        .slice(0, index)
        .filter((other) => other.baseline < line.baseline)
        .toReversed();
}
