/** Rows of Parquet, a row group at a time. The file may be hostile: memory is limited by the process that reads it. */
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { AsyncBuffer, FileMetaData, RowGroup } from 'hyparquet';
import { ServiceError } from '../../../../errors/index.ts';
import { checkedRow, fileInvalid, rowsInvalid } from '../row.ts';
import type { Row } from '../row.ts';
import { compressorsWithin } from './compression.ts';
import { LARGEST_GROUP, checkedColumns } from './layout.ts';
import type { ParquetColumn } from './layout.ts';
import { ValueFault, jsonOf } from './values.ts';

/**
 * Rows of a file. Throws `rows_invalid`; its line is the number of the row, from 1, and is absent for what concerns the
 * file.
 */
export async function* readParquet(content: Uint8Array): AsyncGenerator<Row> {
  const file: AsyncBuffer = {
    byteLength: content.byteLength,
    slice: (start, end) => new Uint8Array(content.subarray(start, end)).buffer,
  };
  const { metadata, columns } = await reading(async () => {
    const found = await parquetMetadataAsync(file, { geoparquet: false });
    return { metadata: found, columns: checkedColumns(found) };
  });
  let before = 0;
  for (const group of metadata.row_groups) {
    const values = await readGroup(file, metadata, group, columns);
    const rows = Number(group.num_rows);
    for (let at = 0; at < rows; at++) yield rowAt(columns, values, at, before + at + 1);
    before += rows;
  }
}

/** Of each column. */
type Values = readonly (readonly unknown[])[];

function rowAt(columns: readonly ParquetColumn[], values: Values, at: number, line: number): Row {
  const entries = columns.map(({ name }, index) => {
    try {
      return [name, jsonOf(values[index]?.[at])];
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      throw rowsInvalid(error.reason, error.message, { line, column: name });
    }
  });
  return checkedRow(Object.fromEntries(entries), { line });
}

/** Columns are read one by one, so that an error names its column. */
async function readGroup(
  file: AsyncBuffer,
  metadata: FileMetaData,
  group: RowGroup,
  columns: readonly ParquetColumn[],
): Promise<Values> {
  const alone = { ...metadata, row_groups: [group], num_rows: group.num_rows };
  const compressors = compressorsWithin(LARGEST_GROUP);
  const values: unknown[][] = [];
  for (const { name, isNested } of columns) {
    const ofColumn = await reading(async () => {
      const parsers = { stringFromBytes, jsonFromBytes };
      const options = { file, metadata: alone, columns: [name], compressors, parsers, geoparquet: false };
      const rows = await parquetReadObjects(options);
      return rows.map((row): unknown => row[name]);
    }, name);
    // A nested value that is null is undefined.
    if (!isNested && ofColumn.includes(undefined)) {
      throw fileInvalid('parquet', 'The column has fewer values than the file has rows. Write the file again.', name);
    }
    values.push(ofColumn);
  }
  return values;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What cannot be read stands among the values until its row is known. */
function stringFromBytes(bytes: Uint8Array): string | ValueFault {
  try {
    return UTF8.decode(bytes);
  } catch {
    return new ValueFault('encoding', 'The text is not UTF-8. Write it as UTF-8.');
  }
}

function jsonFromBytes(bytes: Uint8Array): unknown {
  const text = stringFromBytes(bytes);
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return new ValueFault('json', 'The value is not valid JSON. Correct it, or write the column as text.');
  }
}

/** Errors of the library as `rows_invalid`. */
async function reading<T>(read: () => Promise<T>, column?: string): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw fileInvalid('parquet', `The file cannot be read as Parquet: ${causeOf(error)}`, column);
  }
}

/**
 * What the library says. Other errors come from reading beyond an end: the file is cut off, or lies about its lengths.
 */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /^(parquet|thrift|snappy) /.test(message) ? `${message.slice(0, 200)}.` : 'it is damaged.';
}
