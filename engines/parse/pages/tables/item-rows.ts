/** Which lines below a head are one row: those with the values of an item, and those on which its description goes on. */

import type { TextLine } from '../lines/text-lines.ts';
import type { Drawings } from '../page/drawings.ts';
import { greatest, least, sum } from '../page/geometry.ts';
import { areBold, type Word } from '../page/word.ts';
import { isNumber } from './numbers.ts';

export interface ItemLine {
  readonly line: TextLine;
  /** The words in each column. */
  readonly cells: readonly (readonly Word[])[];
  /** A text across columns. */
  readonly isNote: boolean;
}

export interface ItemRow {
  readonly cells: readonly (readonly Word[])[];
  /** How many lines it consists of. */
  readonly lines: number;
}

interface Columns {
  /** That of the descriptions, and those of values to its right. */
  readonly text: number;
  readonly values: readonly number[];
}

/** A gap that is wider than another by this factor parts rows. */
const WIDER = 1.15;
/** Largest pitch, in em, of the lines of a description when the table has no closer lines. */
const MAX_TEXT_PITCH = 1.45;
/** Share of the table's width that a rule or a band has which separates rows. */
const SEPARATOR = 0.5;
/** Em above the baseline of a line below which a separator is not above that line. */
const MIDDLE_OF_LINE = 0.4;
/** Points by which the lines of a description may start apart. */
const SAME_START = 3;

/** The rows from the head down to the last line that belongs to one. */
export function itemRows(
  head: TextLine,
  body: readonly ItemLine[],
  columns: Columns,
  { horizontal, rectangles }: Pick<Drawings, 'horizontal' | 'rectangles'>,
): ItemRow[] {
  const [x0, x1] = [head.x0, head.x1];
  const isWide = (from: number, to: number): boolean => Math.min(to, x1) - Math.max(from, x0) > SEPARATOR * (x1 - x0);
  const separators = [
    ...horizontal.filter(({ from, to }) => isWide(from, to)).map(({ at }) => at),
    ...rectangles.filter((box) => isWide(box.x0, box.x1)).flatMap(({ y0, y1 }) => [y0, y1]),
  ];
  const isSeparated = (above: TextLine, line: TextLine): boolean =>
    separators.some((at) => at > above.baseline - 1 && at < line.baseline - MIDDLE_OF_LINE * line.fontSize);
  const starts = startsOf(head, body, columns, isSeparated);
  const end = endOf(body, columns, isSeparated);
  // A text across columns is a row of its own, as is the head of a section.
  const sections = new Set(sectionsOf(body, columns));
  const own = body
    .slice(0, end)
    .flatMap(({ isNote }, index) => (isNote || sections.has(index) ? [index, index + 1] : []));
  const all = [...new Set([...starts, ...own, end])].filter((start) => start <= end).sort((a, b) => a - b);
  return all.slice(0, -1).map((start, index) => {
    const lines = body.slice(start, all[index + 1]);
    return {
      lines: lines.length,
      cells:
        head.words.length === 0
          ? []
          : (lines[0]?.cells ?? []).map((_, column) => lines.flatMap(({ cells }) => cells[column] ?? [])),
    };
  });
}

/**
 * Heads of sections: bold texts alone, above rows that are not. Where most rows have such a text, it is the name of the
 * item.
 */
function sectionsOf(body: readonly ItemLine[], columns: Columns): number[] {
  const found = [...body.keys()].slice(1).filter((index) => {
    const [above, { cells } = { cells: [] }, below] = [body[index - 1], body[index], body[index + 1]];
    const texts = cells.filter((words) => words.length > 0);
    const others = [above, below].map((line) => line?.cells[columns.text] ?? []);
    return texts.length === 1 && areBold(texts.flat()) && others.every((words) => words.length > 0 && !areBold(words));
  });
  return found.length * 2 > anchorsOf(body, columns).length ? [] : found;
}

type IsSeparated = (above: TextLine, line: TextLine) => boolean;

/** The first line of each row. */
function startsOf(head: TextLine, body: readonly ItemLine[], columns: Columns, isSeparated: IsSeparated): number[] {
  const anchors = anchorsOf(body, columns);
  const tight = least(pitchesOf(body));
  const isLate = anchors[0] !== undefined && anchors[0].from > 0;
  const starts: number[] = [];
  let previous = -1;
  for (const { from, at } of anchors) {
    const lineAt = (index: number): TextLine => body[index]?.line ?? head;
    const gaps = Array.from({ length: from - previous }, (_, offset) => {
      const [above, line] = [lineAt(previous + offset), lineAt(previous + offset + 1)];
      return { start: previous + offset + 1, gap: line.baseline - above.baseline, parted: isSeparated(above, line) };
    });
    const parted = gaps.filter((gap) => gap.parted);
    const widest = greatest(gaps.map(({ gap }) => gap));
    const wide = gaps.filter(({ gap }) => gap > WIDER * tight && WIDER * gap > widest);
    if (previous < 0) starts.push(...new Set([0, ...parted.slice(1).map(({ start }) => start)]));
    else if (parted.length > 0) starts.push(...parted.map(({ start }) => start));
    else if (wide.length > 0) starts.push(...wide.map(({ start }) => start));
    else starts.push(isLate ? previous + 1 : from);
    previous = at;
  }
  return starts;
}

/**
 * The lines with values, and those with a number or a date alone, each with the first line that is surely of its row: a
 * number may stand above its values.
 */
function anchorsOf(body: readonly ItemLine[], { text, values }: Columns): { from: number; at: number }[] {
  const anchors: { from: number; at: number }[] = [];
  let open: number | null = null;
  for (const [index, { cells }] of body.entries()) {
    const hasKey = text > 0 && (cells[0]?.length ?? 0) > 0;
    const hasValue = values.some((column) => cells[column]?.some(isNumber));
    if (!hasKey && !hasValue) continue;
    if (open !== null && hasKey) anchors.push({ from: open, at: open });
    if (hasValue) anchors.push({ from: open !== null && !hasKey ? open : index, at: index });
    open = hasValue ? null : index;
  }
  // A text alone at the end is what comes next.
  const filled = open === null ? 0 : sum(body[open]?.cells ?? [], ({ length }) => Math.min(length, 1));
  if (open !== null && filled > 1) anchors.push({ from: open, at: open });
  return anchors;
}

/** The end of the last row: lines below its values belong to it if they go on with its description. */
function endOf(body: readonly ItemLine[], columns: Columns, isSeparated: IsSeparated): number {
  const anchors = anchorsOf(body, columns);
  const last = anchors.at(-1)?.at ?? -1;
  const pitches = pitchesOf(body.slice(0, last + 1));
  const most = anchors.length <= last ? WIDER * least(pitches) : MAX_TEXT_PITCH * (body[last]?.line.fontSize ?? 0);
  const [text] = body.flatMap(({ cells }) => cells[columns.text]?.[0] ?? []);
  let end = last + 1;
  for (let above = body[last]; end < body.length; end++) {
    const each = body[end];
    if (above === undefined || each === undefined || text === undefined) break;
    const isText =
      each.cells.filter((words) => words.length > 0).length === 1 && Math.abs(each.line.x0 - text.x0) < SAME_START;
    if (!isText || each.line.baseline - above.line.baseline > most || isSeparated(above.line, each.line)) break;
    above = each;
  }
  return end;
}

const pitchesOf = (body: readonly ItemLine[]): number[] =>
  body.slice(1).map(({ line }, index) => line.baseline - (body[index]?.line.baseline ?? 0));
