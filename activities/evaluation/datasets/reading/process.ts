/** Entry point of a reading process: it turns a file into JSONL. */
import { readCsv, readJsonl, readParquet, piecesOf } from '../../../../engines/evaluation/datasets/index.ts';
import type { Survey, Row } from '../../../../engines/evaluation/datasets/index.ts';
import type { Delimiter, RowFormat } from '../../../../engines/evaluation/options.ts';
import type { RequestContext } from '../../../../platform/process-pool/calls.ts';
import { serveProcessPool } from '../../../../platform/process-pool/child.ts';

/** How to read the file that is the input. */
export interface ReadingRequest {
  readonly format: RowFormat;
  /** Of CSV. */
  readonly delimiter: Delimiter;
  /** Size of the file. */
  readonly bytes: number;
}

/** Goes with whole lines of JSONL. */
export interface ReadingOutput {
  /** Rows so far. */
  readonly rows: number;
}

const readingCalls = {
  read: async (
    request: ReadingRequest,
    { arriving, deliver, signal }: RequestContext<never, ReadingOutput>,
  ): Promise<Survey> => {
    const { pieces, survey } = piecesOf(await open(request, arriving));
    for await (const piece of pieces) {
      signal.throwIfAborted();
      await deliver({ rows: survey().rows }, piece);
    }
    return survey();
  },
};
export type ReadingCalls = typeof readingCalls;

serveProcessPool(readingCalls, { streamsInputs: true });

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
