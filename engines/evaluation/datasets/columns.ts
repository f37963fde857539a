/** The columns that rows have, as the schema of a version of a dataset. */
import { MOST_COLUMNS } from '../options.ts';
import { rowsInvalid } from './row.ts';
import type { Row } from './row.ts';

export const COLUMN_TYPES = ['string', 'number', 'boolean', 'array', 'object', 'mixed', 'empty'] as const;
/** Of the values that are not null. `mixed`: several; `empty`: there are none. */
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Share of the rows with a value other than null. */
  readonly filled: number;
}

/** Surveys rows one by one. */
export class ColumnSurvey {
  rows = 0;
  readonly #columns = new Map<string, { type: ColumnType; filled: number }>();

  /** Throws `rows_invalid` when the rows together have too many columns. */
  add(row: Row): void {
    this.rows++;
    for (const [name, value] of Object.entries(row)) {
      const column = this.#columns.get(name) ?? { type: 'empty', filled: 0 };
      this.#columns.set(name, column);
      if (value === null || value === undefined) continue;
      const type = typeOf(value);
      column.type = column.type === 'empty' || column.type === type ? type : 'mixed';
      column.filled++;
    }
    if (this.#columns.size > MOST_COLUMNS) {
      const what = `The rows up to here have more than ${MOST_COLUMNS} different columns. Leave some out.`;
      throw rowsInvalid('too_many_columns', what, { line: this.rows });
    }
  }

  /** In the order in which they first appeared. */
  get columns(): readonly Column[] {
    return [...this.#columns].map(([name, { type, filled }]) => ({ name, type, filled: filled / this.rows }));
  }
}

/** Of a value of JSON. */
function typeOf(value: unknown): ColumnType {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return Array.isArray(value) ? 'array' : 'object';
}
