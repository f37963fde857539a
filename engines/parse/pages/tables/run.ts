/** Rows of a page that are to become a table without rules, and the columns between which their words stand. */

import type { Segment, TextLine } from '../lines/text-lines.ts';
import type { Word } from '../page/word.ts';

export interface CandidateRow {
  readonly line: TextLine;
  readonly segments: readonly Segment[];
  /** Text across the columns, which gives no information about them. */
  readonly isNote: boolean;
  /**
   * What the first row is when it does not show the columns: `over` when each text spans several columns, `aligned`
   * otherwise, with one text per column.
   */
  readonly head: 'over' | 'aligned' | null;
}

export interface ColumnGap {
  readonly from: number;
  readonly to: number;
}

export interface Run {
  readonly rows: readonly CandidateRow[];
  readonly columnGaps: readonly ColumnGap[];
}

/** Words of one cell, and the columns that they are in. */
export interface Piece {
  readonly words: readonly Word[];
  readonly first: number;
  readonly last: number;
}

export const columnBorders = (columnGaps: readonly ColumnGap[]): number[] =>
  columnGaps.map(({ from, to }) => (from + to) / 2);

export const columnOf = (borders: readonly number[], { x0, x1 }: { x0: number; x1: number }): number =>
  borders.filter((border) => border < (x0 + x1) / 2).length;

/**
 * Where the text of rows stands across the page, from left to right; spans do not touch each other. Adding a row to a run
 * looks at no other row again.
 */
export type Occupied = readonly ColumnGap[];

export const occupiedBy = (rows: readonly CandidateRow[]): Occupied => rows.reduce<Occupied>(withRow, []);

/** With the segments of a row. Notes and heads say nothing about the columns. */
export function withRow(occupied: Occupied, { segments, isNote, head }: CandidateRow): Occupied {
  if (isNote || head !== null) return occupied;
  const own = segments.map(({ x0, x1 }) => ({ from: x0, to: x1 })).sort((a, b) => a.from - b.from);
  const joined: { readonly from: number; to: number }[] = [];
  let [left, right] = [0, 0];
  while (left < occupied.length || right < own.length) {
    const [a, b] = [occupied[left], own[right]];
    const isFirst = b === undefined || (a !== undefined && a.from <= b.from);
    const next = isFirst ? a : b;
    if (isFirst) left++;
    else right++;
    const last = joined.at(-1);
    if (next === undefined) break;
    if (last !== undefined && next.from <= last.to) last.to = Math.max(last.to, next.to);
    else joined.push({ ...next });
  }
  return joined;
}

/** The gaps of at least `width` between them. */
export const columnGapsIn = (occupied: Occupied, width: number): ColumnGap[] =>
  occupied.slice(1).flatMap(({ from }, index) => {
    const end = occupied[index]?.to ?? from;
    return from - end >= width ? [{ from: end, to: from }] : [];
  });
