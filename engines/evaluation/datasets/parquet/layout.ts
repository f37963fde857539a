/** What the footer of a Parquet file says, checked before anything else of the file is read. */
import { parquetSchema } from 'hyparquet';
import type { FileMetaData, RowGroup } from 'hyparquet';
import { MOST_COLUMNS } from '../../options.ts';
import { LONGEST_NAME, MAX_DEPTH, MOST_ROWS, fileInvalid } from '../row.ts';
import { CODECS, groupTooLarge } from './compression.ts';

/** Bytes of a row group before compression: all of them are in memory. */
export const LARGEST_GROUP = 64 * 1024 ** 2;

type SchemaTree = ReturnType<typeof parquetSchema>;

export interface ParquetColumn {
  readonly name: string;
  /** Whether its values are lists or structures. */
  readonly isNested: boolean;
}

/** The columns. Throws `rows_invalid` for a file that is too large or that cannot be read. */
export function checkedColumns(metadata: FileMetaData): readonly ParquetColumn[] {
  const rows = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
  if (rows.some((count) => !(count >= 0))) throw fileInvalid('parquet', 'A row group has a negative number of rows.');
  if (rows.reduce((sum, count) => sum + count, 0) > MOST_ROWS) {
    throw fileInvalid('too_many_rows', `A version has at most ${MOST_ROWS} rows. Use several datasets.`);
  }
  const { children } = parquetSchema(metadata);
  if (children.length > MOST_COLUMNS) {
    throw fileInvalid('too_many_columns', `The file has more than ${MOST_COLUMNS} columns. Leave some out.`);
  }
  const names = children.map(({ element }) => element.name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index)
      throw fileInvalid('columns', 'Two columns have the same name. Rename one.', name);
  }
  for (const child of children) checkNames(child, child.element.name);
  for (const group of metadata.row_groups) checkGroup(group);
  return children.map(({ element: { name }, children: inner }) => ({ name, isNested: inner.length > 0 }));
}

function checkNames({ element: { name }, children, path }: SchemaTree, column: string): void {
  if (name === '' || name.length > LONGEST_NAME || name === '__proto__') {
    const what = `A name has 1 to ${LONGEST_NAME} characters, and is not __proto__. Rename it.`;
    throw fileInvalid('name', what, column.slice(0, LONGEST_NAME));
  }
  if (path.length > MAX_DEPTH) {
    throw fileInvalid(
      'depth',
      `The column is nested more than ${MAX_DEPTH} levels deep. Nest it less deeply, or write it as text.`,
      column,
    );
  }
  for (const child of children) checkNames(child, column);
}

function checkGroup({ columns }: RowGroup): void {
  let bytes = 0;
  for (const { meta_data, file_path } of columns) {
    if (!meta_data || file_path !== undefined)
      throw fileInvalid('parquet', 'A column is in another file. Write all columns into one.');
    const { codec, path_in_schema, total_uncompressed_size } = meta_data;
    if (!CODECS.includes(codec)) {
      const what = `The compression ${codec} is not supported. Supported: ${CODECS.join(', ')}.`;
      throw fileInvalid('compression', what, path_in_schema[0]);
    }
    bytes += Number(total_uncompressed_size);
  }
  if (bytes > LARGEST_GROUP) throw groupTooLarge(LARGEST_GROUP);
}
