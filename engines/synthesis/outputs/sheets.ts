/** Items as rows of sheets: one for each table, one for all other items. */
import { isObject } from '../../../platform/is-object.ts';
import type { Item } from '../items/item.ts';

export type Cell = string | number | boolean | null;

export interface SheetRow {
  /** Name of the sheet. */
  readonly sheet: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** `string` where the values are of several types, or no scalars. */
export type ColumnType = 'string' | 'number' | 'boolean';

export interface Sheet {
  readonly name: string;
  readonly rows: number;
  /** In the order in which they first occur. */
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}

/** Values that are no scalars are JSON texts. */
export function sheetRow({ value, provenance }: Pick<Item, 'value' | 'provenance'>): SheetRow {
  const { table, row } = value;
  if (typeof table === 'string' && isObject(row)) return { sheet: table, cells: cellsOf(row) };
  return { sheet: 'items', cells: cellsOf({ ...value, provenance }) };
}

function cellsOf(members: Readonly<Record<string, unknown>>): Record<string, Cell> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, cellOf(value)]));
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

/** Collects what the sheets of rows are like. */
export class SheetSurvey {
  readonly #sheets = new Map<string, { rows: number; columns: Map<string, ColumnType | null> }>();

  add({ sheet, cells }: SheetRow): void {
    const known = this.#sheets.get(sheet) ?? { rows: 0, columns: new Map() };
    this.#sheets.set(sheet, known);
    known.rows++;
    for (const [name, value] of Object.entries(cells)) {
      const before = known.columns.get(name) ?? null;
      known.columns.set(name, typeOf(before, value));
    }
  }

  get sheets(): readonly Sheet[] {
    return [...this.#sheets].map(([name, { rows, columns }]) => ({
      name,
      rows,
      columns: [...columns].map(([column, type]) => ({ name: column, type: type ?? 'string' })),
    }));
  }
}

function typeOf(before: ColumnType | null, value: Cell): ColumnType | null {
  if (value === null) return before;
  const type =
    typeof value === 'number' || typeof value === 'boolean' ? (typeof value as 'number' | 'boolean') : 'string';
  return before === null || before === type ? type : 'string';
}
