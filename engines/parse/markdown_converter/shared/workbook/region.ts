/** A table of a sheet, before it is written. */
import type { Area } from './grid.ts';

/** Adjacent cells of one row. */
export interface Run {
  readonly row: number;
  readonly left: number;
  right: number;
}

/** A group of adjacent cells: its runs by row, and their bounding rectangle. */
export interface Region extends Area {
  readonly runs: readonly Run[];
  /** Its merged cells. */
  readonly merges: readonly Area[];
}
