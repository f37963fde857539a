/** The text of a record: a line "column: value" for each value. */
import { linesOf } from '../../text/markdown/lines.ts';
import { trimmed } from '../../text/sentences.ts';
import type { Span } from '../../text/span.ts';

/** A line of a record, in code units of its text. */
export interface Field {
  readonly column: string;
  readonly start: number;
  readonly end: number;
  /** Of its value. */
  readonly value: Span;
}

/** The column's name holds no ": ", so that the line can be read again. */
export function fieldLine(column: string, value: string): string {
  return `${column}: ${value}`;
}

/** The fields of a text that consists of such lines. */
export function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const { start, end, text: line } of linesOf(text)) {
    const colon = line.indexOf(': ');
    if (colon > 0) {
      fields.push({ column: line.slice(0, colon), start, end, value: { start: start + colon + 2, end } });
    }
  }
  return fields;
}

/** Code units and words of a value that may be a name. */
const LONGEST_VALUE = 80;
const MOST_WORDS = 8;

/** The values of a field, which semicolons separate; none if one of them is too long to be a name. */
export function valuesOf(text: string, { value }: Field): Span[] {
  const values: Span[] = [];
  for (let start = value.start; start < value.end;) {
    const found = text.indexOf(';', start);
    const end = found < 0 || found > value.end ? value.end : found;
    if (end - start > LONGEST_VALUE || text.slice(start, end).trim().split(' ').length > MOST_WORDS) return [];
    const span = trimmed(text, start, end);
    if (span) values.push({ start: span[0], end: span[1] });
    start = end + 1;
  }
  return values;
}
