/** Rows of CSV by RFC 4180, in constant memory. The first record names the columns. */
import type { Delimiter } from '../options.ts';
import { MOST_COLUMNS } from '../options.ts';
import { inSlices } from './byte-slices.ts';
import { LONGEST_ROW, MOST_BLANK_LINES, checkedRow, rowsInvalid, tooManyBlankLines } from './row.ts';
import type { Row } from './row.ts';

const BYTE_ORDER_MARK = '\uFEFF';

interface CsvRecord {
  /** Of its first character, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of a file in UTF-8; an empty cell is left out of its row. Throws `rows_invalid`. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>, delimiter: Delimiter): AsyncGenerator<Row> {
  const reader = new RecordReader(delimiter);
  let names: readonly string[] | null = null;
  for await (const text of textOf(chunks, reader)) {
    for (const record of reader.read(text)) {
      if (names === null) names = namesOf(record);
      else yield rowOf(names, record);
    }
  }
  const last = reader.end();
  if (last !== null && names !== null) yield rowOf(names, last);
}

/** Decoded pieces of a file. `reader` says which line could not be decoded. */
async function* textOf(chunks: AsyncIterable<Uint8Array>, reader: RecordReader): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      const skipped = chunk ? newlinesBeforeFault(chunk) : 0;
      throw rowsInvalid('encoding', 'The text is not UTF-8. Save the file as UTF-8.', { line: reader.line + skipped });
    }
  };
  for await (const chunk of inSlices(chunks)) {
    const text = decoded(chunk);
    yield isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    if (text !== '') isFirst = false;
  }
  yield decoded();
}

function newlinesBeforeFault(chunk: Uint8Array): number {
  // The first replacement character: at worst one that the text has itself, on an earlier line.
  const text = new TextDecoder().decode(chunk);
  return text.slice(0, text.indexOf('\uFFFD')).split('\n').length - 1;
}

function namesOf({ line, cells }: CsvRecord): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw rowsInvalid('columns', 'Two columns of the header have the same name. Rename one.', { line, column: twice });
  }
  checkedRow(Object.fromEntries(names.map((name) => [name, null])), { line });
  return names;
}

function rowOf(names: readonly string[], { line, cells }: CsvRecord): Row {
  if (cells.length !== names.length) {
    const what =
      `The row has ${cells.length} cells, the header ${names.length}. Quote cells that contain the delimiter, or ` +
      'name another delimiter.';
    throw rowsInvalid('cells', what, { line, column: Math.min(cells.length, names.length + 1) });
  }
  const filled = names.flatMap((name, index) => (cells[index] === '' ? [] : [[name, cells[index]]]));
  return checkedRow(Object.fromEntries(filled), { line });
}

/**
 * Where the next character is: at the start of a cell, in one, in quotes, or behind a quote that may have closed them.
 */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/** Splits text into records, whatever pieces it comes in. */
class RecordReader {
  /** Of the next character. */
  line = 1;
  readonly #delimiter: Delimiter;
  #state: State = 'start';
  #cell = '';
  #cells: string[] = [];
  #size = 0;
  #begun = 1;
  #blank = 0;
  #afterReturn = false;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
  }

  *read(text: string): Generator<CsvRecord> {
    for (let at = 0; at < text.length;) {
      at = this.#takeRun(text, at);
      const character = text[at++];
      if (character === undefined) return;
      const isEnd = character === '\n' || character === '\r';
      // The second half of a line end.
      const isHalf = character === '\n' && this.#afterReturn;
      this.#afterReturn = character === '\r';
      if (isEnd && !isHalf) this.line++;
      if (this.#state === 'quoted') this.#takeQuoted(character);
      else if (isEnd) {
        const record = isHalf ? null : this.#endRecord();
        if (record) yield record;
      } else this.#take(character);
    }
  }

  /** The record that the file ends with, if it ends without a line end. */
  end(): CsvRecord | null {
    if (this.#state === 'quoted') {
      throw rowsInvalid('quote', 'A quote that opens a cell is never closed. Close it, or double it if it is text.', {
        ...this.#place(),
        line: this.#begun,
      });
    }
    return this.#endRecord();
  }

  /** Takes the characters that mean only themselves at once; where they end. */
  #takeRun(text: string, from: number): number {
    if (this.#state !== 'quoted' && this.#state !== 'plain') return from;
    let to = from;
    while (to < text.length && !this.#isSpecial(text[to])) to++;
    if (to > from) {
      this.#add(text.slice(from, to));
      this.#afterReturn = false;
    }
    return to;
  }

  #isSpecial(character: string | undefined): boolean {
    return character === '"' || character === '\n' || character === '\r' || character === this.#delimiter;
  }

  #takeQuoted(character: string): void {
    if (character === '"') this.#state = 'closed';
    else this.#add(character);
  }

  #take(character: string): void {
    if (character === this.#delimiter) this.#endCell();
    else if (character !== '"') {
      if (this.#state === 'closed') {
        throw rowsInvalid(
          'quote',
          'Text follows the closing quote of a cell. Double quotes that are text.',
          this.#place(),
        );
      }
      this.#state = 'plain';
      this.#add(character);
    } else if (this.#state === 'plain') {
      throw rowsInvalid(
        'quote',
        'A quote is inside a cell that has none around it. Double it, and quote the cell.',
        this.#place(),
      );
    } else {
      // Behind a closed quote: a doubled one, which means itself.
      if (this.#state === 'closed') this.#add('"');
      this.#state = 'quoted';
    }
  }

  #place() {
    return { line: this.line, column: this.#cells.length + 1 };
  }

  #add(text: string): void {
    this.#size += text.length;
    if (this.#size > LONGEST_ROW) {
      throw rowsInvalid('row_too_large', `A row has at most ${LONGEST_ROW} characters. Shorten it.`, {
        ...this.#place(),
        line: this.#begun,
      });
    }
    this.#cell += text;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    if (this.#cells.length > MOST_COLUMNS) {
      throw rowsInvalid('too_many_columns', `The row has more than ${MOST_COLUMNS} cells. Leave some out.`, {
        line: this.#begun,
      });
    }
    this.#cell = '';
    this.#state = 'start';
  }

  /** The record that ends here; `null` for an empty line. */
  #endRecord(): CsvRecord | null {
    const isEmpty = this.#cells.length === 0 && this.#state === 'start';
    if (!isEmpty) this.#endCell();
    else if (++this.#blank > MOST_BLANK_LINES) throw tooManyBlankLines(this.#begun);
    const record = isEmpty ? null : { line: this.#begun, cells: this.#cells };
    this.#cells = [];
    this.#size = 0;
    this.#begun = this.line;
    return record;
  }
}
