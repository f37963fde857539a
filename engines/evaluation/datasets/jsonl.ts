/** Rows of JSONL: a JSON object per line. */
import { linesOf } from './lines.ts';
import { LONGEST_ROW, MOST_BLANK_LINES, checkedRow, rowsInvalid, tooManyBlankLines } from './row.ts';
import type { Row } from './row.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** Rows of a file in UTF-8; blank lines are none. Throws `rows_invalid`. */
export async function* readJsonl(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let blank = 0;
  for await (const { line, bytes } of linesOf(chunks, LONGEST_ROW)) {
    const text = decodedBy(decoder, bytes, line);
    const json = line === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    if (json.trim() !== '') yield checkedRow(parsed(json, line), { line });
    else if (++blank > MOST_BLANK_LINES) throw tooManyBlankLines(line);
  }
}

function decodedBy(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, line: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw rowsInvalid('encoding', 'The line is not UTF-8. Save the file as UTF-8.', { line });
  }
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    const column = position === undefined ? text.length + 1 : Number(position) + 1;
    throw rowsInvalid('json', 'The line is not valid JSON. Write one JSON object per line.', { line, column });
  }
}
