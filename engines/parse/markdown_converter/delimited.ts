/** CSV and TSV as one table. */
import { ServiceError } from '../../../errors/index.ts';
import { documentOf } from '../documents/document.ts';
import type { ParsedDocument } from '../documents/types.ts';
import type { TextInput } from '../documents/charset/decode.ts';
import { escapeInline } from '../documents/markdown/escape.ts';
import { MAX_TABLE_CELLS, pipeTable } from '../documents/markdown/tables.ts';

const CANDIDATES = [',', ';', '\t', '|', ':'];
/** Colons also occur in times and ratios, so they must fit better than other delimiters. */
const COLON_HANDICAP = 0.3;
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 50;

/** The first row is the header. Throws `empty` without a filled cell, `too_large` above the cell limit. */
export function convertDelimited({ text, mediaType }: TextInput): ParsedDocument {
  // Excel's line that names the delimiter.
  const named = /^sep=(.)\r?\n/.exec(text);
  const delimiter =
    named?.[1] ??
    (mediaType === 'text/tab-separated-values' ? '\t' : likelyDelimiter(text.slice(0, SAMPLE_CHARACTERS)));
  const rows = parseRows(text.slice(named?.[0].length ?? 0), delimiter, MAX_TABLE_CELLS);
  if (!rows.some((row) => row.some((cell) => cell.trim() !== ''))) {
    throw new ServiceError('empty', 'The table contains no value.');
  }
  return documentOf(`${pipeTable(rows.map((row) => row.map((cell) => escapeInline(cell.trim()))))}\n`);
}

/**
 * The delimiter for which most rows have the same width greater than one. Of those that fit alike, it is the one that
 * leaves most fields whole: a comma within an amount is no delimiter. Then the wider table.
 */
function likelyDelimiter(sample: string): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of CANDIDATES) {
    const rows = parseRows(sample, delimiter, Infinity, SAMPLE_ROWS);
    for (const [width, alike] of Map.groupBy(rows, ({ length }) => length)) {
      if (width === 1) continue;
      const wide = 1 + Math.log2(width) / 10 + VALUES * shareOfValues(alike);
      const score = (alike.length / rows.length) * wide - (delimiter === ':' ? COLON_HANDICAP : 0);
      if (score > best.score) best = { delimiter, score };
    }
  }
  return best.delimiter;
}

/** What fields that are values add to the fit: more than the width of most tables does. */
const VALUES = 0.5;
/** Of numbers, amounts, percents, dates and times. */
const VALUE_CHARACTERS = /^[\d.,:/+\-'’%€$£¥ \u00a0\u202f]+$/;

/** The part of the fields that are a number, an amount, a date or a time as a whole. */
function shareOfValues(rows: readonly (readonly string[])[]): number {
  const fields = rows.flat();
  const values = fields.filter((field) => VALUE_CHARACTERS.test(field) && /\d/.test(field));
  return values.length / fields.length;
}

/**
 * Parses rows by RFC 4180, leniently: any line end, quotes after spaces, text after a closing quote, and quotes escaped
 * by a backslash, as MySQL and Python write them. Drops blank rows.
 */
export function parseRows(text: string, delimiter: string, maxCells: number, maxRows = Infinity): string[][] {
  // By RFC 4180 a quote that follows a backslash ends its field, so no letter can follow.
  const isEscaping = /\\"[\p{L}\p{N}]/u.test(text);
  const rows: string[][] = [];
  let cells = 0;
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length < maxRows) {
    const { value, end } = parseField(text, at, delimiter, isEscaping);
    row.push(value);
    if (++cells > maxCells) {
      throw new ServiceError('too_large', `The table has more than ${maxCells} cells.`, { limit_cells: maxCells });
    }
    if (text[end] === delimiter && end + 1 < text.length) {
      at = end + 1;
      continue;
    }
    if (text[end] === delimiter) row.push('');
    if (row.length > 1 || row[0]?.trim() !== '') rows.push(row);
    row = [];
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
  }
  return rows;
}

/** Parses one field from `start`; `end` is the index of the delimiter or line end after it. */
function parseField(
  text: string,
  start: number,
  delimiter: string,
  isEscaping: boolean,
): { value: string; end: number } {
  let value = '';
  let at = start;
  if (delimiter !== ' ') while (text[at] === ' ') at++;
  if (text[at] === '"') {
    for (at++; at < text.length;) {
      const quote = text.indexOf('"', at);
      const part = text.slice(at, quote < 0 ? text.length : quote);
      at = quote < 0 ? text.length : quote + 1;
      value += isEscaping ? unescaped(part) : part;
      if (isEscaping && isOdd(backslashesAtEnd(part)) && quote >= 0) {
        value += '"';
        continue;
      }
      if (text[at] !== '"') break;
      value += '"';
      at++;
    }
  } else {
    at = start;
  }
  const rest = at;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
  return { value: value + text.slice(rest, at), end: at };
}

const isOdd = (count: number): boolean => count % 2 === 1;

function backslashesAtEnd(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === '\\') count++;
  return count;
}

/** A part of a quoted field up to a quote; a last backslash belongs to the quote. */
function unescaped(part: string): string {
  return (isOdd(backslashesAtEnd(part)) ? part.slice(0, -1) : part).replaceAll('\\\\', '\\');
}
