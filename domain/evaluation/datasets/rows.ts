/** Reads the rows of a version: all of them as a stream, or a page. */
import { Type } from 'typebox';
import { linesOf, LONGEST_ROW } from '../../../engines/evaluation/datasets/index.ts';
import type { Row } from '../../../engines/evaluation/datasets/index.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { decoder } from '../../../platform/stored-json.ts';

const rowOf = decoder('A row of a dataset', Type.Record(Type.String(), Type.Unknown()));

type Objects = Pick<ObjectStore, 'getStream'>;

/** All rows, in order. */
export async function* readRows(objects: Objects, rowsKey: string, signal?: AbortSignal): AsyncGenerator<Row> {
  const stream = await objects.getStream(rowsKey, signal);
  try {
    for await (const { bytes } of linesOf(stream, LONGEST_ROW)) yield parsed(bytes);
  } finally {
    stream.destroy();
  }
}

const parsed = (line: Buffer): Row => rowOf(JSON.parse(line.toString()));

/** Where a page begins: the row with this index, whose line begins at this byte. */
export interface RowPosition {
  readonly index: number;
  readonly byte: number;
}

export interface RowPage {
  readonly rows: readonly { readonly index: number; readonly row: Row }[];
  /** `null` after the last row. */
  readonly next: RowPosition | null;
}

/** Bytes of a page, after which it ends early. */
const PAGE_BYTES = 4 * 1024 ** 2;

/**
 * At most `take` rows from a position: fewer once they have {@link PAGE_BYTES}. `null`: no row begins there. `bytes` is
 * the size of the object; only the page is read.
 */
export async function readRowPage(
  objects: Objects,
  { rowsKey, bytes }: { readonly rowsKey: string; readonly bytes: number },
  { index, byte }: RowPosition,
  take: number,
): Promise<RowPage | null> {
  if (byte >= bytes) return null;
  // One byte more, which must end the line before.
  const isFirst = byte === 0;
  const stream = await objects.getStream(rowsKey, undefined, isFirst ? 0 : byte - 1);
  const rows: RowPage['rows'][number][] = [];
  let at = byte;
  try {
    for await (const line of linesOf(stream, LONGEST_ROW)) {
      if (!isFirst && line.line === 1) {
        if (line.bytes.length > 0) return null;
        continue;
      }
      rows.push({ index: index + rows.length, row: parsed(line.bytes) });
      at += line.bytes.length + 1;
      if (rows.length === take || at - byte >= PAGE_BYTES) break;
    }
  } finally {
    stream.destroy();
  }
  return { rows, next: at < bytes ? { index: index + rows.length, byte: at } : null };
}
