/** The places of a document's blocks as bytes, beside its Markdown: opaque to others. */
import { FileOutput } from './file-output.ts';
import type { BlockPlace, PageBox, PageSize, ParsedDocument } from './types.ts';

export type DocumentPlaces = Pick<ParsedDocument, 'places' | 'pageSizes'>;

type Row =
  | readonly ['page', page: number, width: number, height: number]
  | readonly ['block', start: number, end: number, confidence: number | null, boxes: readonly PageBox[]];

/** Empty for a document without places. Throws `output_too_large`. */
export function encodePlaces({ places, pageSizes }: DocumentPlaces): Uint8Array {
  const output = new FileOutput('places.jsonl');
  const add = (row: Row): void => output.add(`${JSON.stringify(row)}\n`);
  for (const { page, width, height } of pageSizes) add(['page', page, width, height]);
  for (const { start, end, confidence, boxes } of places) add(['block', start, end, confidence, boxes]);
  return output.bytes();
}

/** What {@link encodePlaces} wrote. */
export function decodePlaces(bytes: Uint8Array): DocumentPlaces {
  const text = Buffer.from(bytes).toString('utf8');
  const places: BlockPlace[] = [];
  const pageSizes: PageSize[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const row: Row = JSON.parse(text.slice(at, end));
    if (row[0] === 'page') pageSizes.push({ page: row[1], width: row[2], height: row[3] });
    else places.push({ start: row[1], end: row[2], confidence: row[3], boxes: row[4] });
    at = end + 1;
  }
  return { places, pageSizes };
}
