/** A sheet as CSV. */
import { csvRow } from '../../report/csv.ts';
import type { Sheet, SheetRow } from './sheets.ts';

export async function* csvOf(
  { columns }: Pick<Sheet, 'columns'>,
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
): AsyncGenerator<string> {
  yield csvRow(columns.map(({ name }) => name));
  for await (const { cells } of rows) {
    yield csvRow(
      columns.map(({ name }) => {
        const cell = cells[name] ?? null;
        return typeof cell === 'boolean' ? String(cell) : cell;
      }),
    );
  }
}
