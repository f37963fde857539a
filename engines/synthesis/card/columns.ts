/** What the columns of tables hold: a few values with their counts, numbers, or texts. */
import type { Cell, SheetRow } from '../outputs/sheets.ts';
import { NumberSurvey } from './numbers.ts';
import type { NumberStatistics } from './numbers.ts';

export interface ColumnStatistics {
  /** Rows in which it is null or absent. */
  readonly nulls: number;
  /** Its values with their counts; `null` when there are more than 12 of them, or long ones. */
  readonly values: Readonly<Record<string, number>> | null;
  /** Otherwise its numbers, if there are only numbers. */
  readonly numbers: NumberStatistics | null;
  /** Otherwise how long its texts are in characters. */
  readonly lengths: NumberStatistics | null;
}

export interface TableStatistics {
  readonly rows: number;
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
}

const MOST_VALUES = 12;
const LONGEST_VALUE = 60;
/** Columns of all tables that are surveyed. */
const MOST_COLUMNS = 200;

export class TablesSurvey {
  readonly #tables = new Map<string, { rows: number; readonly columns: Map<string, ColumnSurvey> }>();
  #columns = 0;

  add({ sheet, cells }: SheetRow): void {
    const table = this.#tables.get(sheet) ?? { rows: 0, columns: new Map<string, ColumnSurvey>() };
    this.#tables.set(sheet, table);
    table.rows++;
    for (const [name, cell] of Object.entries(cells)) {
      const column = table.columns.get(name) ?? this.#newColumn(table.columns, name);
      if (cell !== null) column?.add(cell);
    }
  }

  #newColumn(columns: Map<string, ColumnSurvey>, name: string): ColumnSurvey | null {
    if (this.#columns === MOST_COLUMNS) return null;
    this.#columns++;
    const column = new ColumnSurvey();
    columns.set(name, column);
    return column;
  }

  get statistics(): Readonly<Record<string, TableStatistics>> {
    return Object.fromEntries(
      [...this.#tables].map(([name, { rows, columns }]): [string, TableStatistics] => [
        name,
        { rows, columns: Object.fromEntries([...columns].map(([column, survey]) => [column, survey.of(rows)])) },
      ]),
    );
  }
}

class ColumnSurvey {
  /** `null`: there are too many. */
  #values: Map<string, number> | null = new Map();
  readonly #numbers = new NumberSurvey();
  readonly #lengths = new NumberSurvey();
  #cells = 0;
  #hasOthers = false;

  add(cell: NonNullable<Cell>): void {
    this.#cells++;
    const text = String(cell);
    if (typeof cell === 'number') this.#numbers.add(cell);
    else this.#hasOthers = true;
    this.#lengths.add(text.length);
    this.#values?.set(text, (this.#values.get(text) ?? 0) + 1);
    if (text.length > LONGEST_VALUE || (this.#values?.size ?? 0) > MOST_VALUES) this.#values = null;
  }

  /** Of a table with that many rows. */
  of(rows: number): ColumnStatistics {
    const nulls = rows - this.#cells;
    const empty = { values: null, numbers: null, lengths: null };
    if (this.#values !== null) return { nulls, ...empty, values: Object.fromEntries(this.#values) };
    if (!this.#hasOthers) return { nulls, ...empty, numbers: this.#numbers.statistics() };
    return { nulls, ...empty, lengths: this.#lengths.statistics() };
  }
}
