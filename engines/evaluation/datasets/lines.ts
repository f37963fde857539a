/** Lines of a file by their bytes: unlike `node:readline`, text with U+2028 stays on its line. */
import { inSlices } from './byte-slices.ts';
import { rowsInvalid } from './row.ts';

const NEWLINE = 0x0a;

export interface Line {
  /** From 1. */
  readonly line: number;
  /** Without its end. */
  readonly bytes: Buffer;
}

/** The lines of a file. Throws `rows_invalid` for one with more than `longest` bytes; default: any length. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<Line> {
  let line = 1;
  let pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > longest)
      throw rowsInvalid('row_too_large', `A row has at most ${longest} bytes. Shorten it.`, { line });
    pieces.push(piece);
  };
  for await (const chunk of inSlices(chunks)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield { line, bytes: Buffer.concat(pieces) };
      [pieces, length, start] = [[], 0, end + 1];
      line++;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield { line, bytes: Buffer.concat(pieces) };
}
