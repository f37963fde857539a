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
