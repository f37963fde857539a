/** A sheet as a Parquet file, written in row groups so that only one of them is in memory. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, Sheet, SheetRow } from './sheets.ts';

/** Rows of a group. */
const GROUP = 5000;

const TYPES = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const;

export async function* parquetOf(
  { columns }: Pick<Sheet, 'columns'>,
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, ...TYPES[type], repetition_type: 'OPTIONAL' as const })),
  ];
  const writer = new ParquetWriter({ writer: bytes, schema });
  const taken = (): Uint8Array => {
    const written = new Uint8Array(bytes.getBuffer());
    bytes.index = 0;
    return written;
  };
  let group: SheetRow[] = [];
  const write = async (): Promise<Uint8Array> => {
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: group.map(({ cells }) => valueOf(cells[name], type)),
    }));
    await writer.write({ columnData, rowGroupSize: GROUP });
    group = [];
    return taken();
  };
  for await (const row of rows) {
    group.push(row);
    if (group.length === GROUP) yield await write();
  }
  if (group.length > 0) yield await write();
  await writer.finish();
  yield taken();
}

function valueOf(cell: Cell | undefined, type: Sheet['columns'][number]['type']): Cell | undefined {
  if (cell === null || cell === undefined) return undefined;
  return type === 'string' ? String(cell) : cell;
}
