/** Lines of text formats. */
import type { Block } from '../../../documents/markdown/model.ts';
import { append } from '../../../documents/append.ts';
import type { TextInput } from '../../../documents/charset/decode.ts';

/** Blocks in each other that are read as such; deeper ones are read as text. Each level copies its lines. */
export const MAX_NESTING = 24;

/** Where a block begins, and what is known there. */
export interface Cursor<Context> {
  readonly lines: readonly string[];
  readonly at: number;
  /** In how many other blocks it is. */
  readonly depth: number;
  readonly context: Context;
}

/** Reads the lines in a block; `depth` is theirs. */
export type ReadBlocks = (lines: readonly string[], depth: number) => Block[];

/** What the lines from a block's first on are read as. */
export interface Read {
  readonly read: readonly Block[];
  /** The line after the block. */
  readonly next: number;
}

/** Reads block after block. */
export function readAll<Context>(
  lines: readonly string[],
  depth: number,
  context: Context,
  readBlock: (cursor: Cursor<Context>) => Read,
): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const { read, next } = readBlock({ lines, at, depth, context });
    append(blocks, read);
    at = Math.max(next, at + 1);
  }
  return blocks;
}

/** The lines of a file, without white space at their ends and with spaces for tabs. */
export function linesOf(input: Pick<TextInput, 'text'>): string[] {
  return input.text.split(/\r\n?|\n/).map((line) => withoutTabs(line).trimEnd());
}

/** Tabs lead to the next multiple of eight columns. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let columns = 0;
  return line
    .split('\t')
    .map((part, index, parts) => {
      columns += part.length;
      const fill = index === parts.length - 1 ? 0 : 8 - (columns % 8);
      columns += fill;
      return part + ' '.repeat(fill);
    })
    .join('');
}

/** Columns before the first character; infinite for a blank line. */
export function indentOf(line: string): number {
  const at = line.search(/\S/);
  return at < 0 ? Infinity : at;
}

/** The lines from `start` on that are blank or indented by at least `indent`, without blank lines at the end. */
export function indentedLines(lines: readonly string[], start: number, indent: number): string[] {
  let end = start;
  let last = start;
  for (; end < lines.length && indentOf(lines[end] ?? '') >= indent; end++) if (lines[end] !== '') last = end + 1;
  return lines.slice(start, last);
}

/** The lines from `start` to before the first for which `holds` is false. */
export function takeWhile(lines: readonly string[], start: number, holds: (line: string) => boolean): string[] {
  let end = start;
  while (end < lines.length && holds(lines[end] ?? '')) end++;
  return lines.slice(start, end);
}

/** Lines without those at their beginning that are blank. */
export const withoutBlankStart = (lines: readonly string[]): string[] =>
  lines.slice(takeWhile(lines, 0, (line) => line === '').length);

/** Lines without the indentation that they share. */
export function dedent(lines: readonly string[]): string[] {
  const least = lines.reduce((indent, line) => Math.min(indent, indentOf(line)), Infinity);
  return least === 0 || least === Infinity ? [...lines] : lines.map((line) => line.slice(least));
}

/** Text that macros of a document may add to it, in proportion to its own: far above what documents need. */
export class ExpansionBudget {
  #left: number;

  constructor(sourceLength: number) {
    this.#left = 50_000 + 2 * sourceLength;
  }

  /** Whether a text of this length may still be inserted. */
  spend(length: number): boolean {
    if (length > this.#left) return false;
    this.#left -= length;
    return true;
  }
}
