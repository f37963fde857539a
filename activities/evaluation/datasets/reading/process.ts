/** Entry point of a reading process: it turns a file into JSONL. */
import { readCsv } from '../../../../engines/evaluation/datasets/csv.ts';
import { readJsonl } from '../../../../engines/evaluation/datasets/jsonl.ts';
import { readParquet } from '../../../../engines/evaluation/datasets/parquet/index.ts';
import { piecesOf } from '../../../../engines/evaluation/datasets/pieces.ts';
import type { Survey } from '../../../../engines/evaluation/datasets/pieces.ts';
import type { Row } from '../../../../engines/evaluation/datasets/row.ts';
import { serveProcessPool } from '../../../../platform/process-pool/child.ts';
import type { ReadingOutput, ReadingRequest } from './requests.ts';

serveProcessPool<ReadingRequest, Survey, never, ReadingOutput>(
  async (request, { arriving, deliver, signal }) => {
    const { pieces, survey } = piecesOf(await open(request, arriving));
    for await (const piece of pieces) {
      signal.throwIfAborted();
      await deliver({ rows: survey().rows }, piece);
    }
    return survey();
  },
  { streamsInputs: true },
);

async function open(
  { format, delimiter, bytes }: ReadingRequest,
  file: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Row>> {
  switch (format) {
    case 'jsonl':
      return readJsonl(file);
    case 'csv':
      return readCsv(file, delimiter);
    case 'parquet':
      return readParquet(await whole(file, bytes));
  }
}

async function whole(file: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array> {
  const content = new Uint8Array(bytes);
  let filled = 0;
  for await (const chunk of file) {
    content.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return content;
}
