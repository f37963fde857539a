/** Cuts a Markdown text whose tables become records: a chunk for each row, and the text between tables as any other. */
import { blocksOf } from '../../text/markdown/blocks.ts';
import { chunkMarkdown } from '../../text/chunking/chunk.ts';
import type { TextChunk } from '../../text/chunking/chunk.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { LONGEST_LINE, divide } from '../../text/chunking/units.ts';
import type { ChunkRules } from '../../text/options.ts';
import { fieldLine } from './fields.ts';
import { recordTypeOf, recordsOf } from './records.ts';
import type { TableRecord } from './records.ts';
import { tablesOf } from './tables.ts';
import type { Heading } from './table.ts';

export interface RecordChunk extends TextChunk {
  /** What the chunk is a record of; `null` for text. */
  readonly record: Pick<TableRecord, 'row' | 'type' | 'names'> | null;
}

export interface CutRecords {
  readonly chunks: readonly RecordChunk[];
  /** Whether `max_chunks` left something out. */
  readonly truncated: boolean;
}

/**
 * The path of a record ends with its name. `title`, of the document, names tables without a heading. A record that is
 * too long for a chunk has several, with all or a part of a value on each line. Rules of size apply to text only. Time
 * grows with the length of the text.
 */
export function chunkRecords(markdown: string, title: string | null, rules: ChunkRules): CutRecords {
  const chunks: RecordChunk[] = [];
  for (const chunk of allChunks(markdown, title, rules)) {
    if (chunks.length === rules.max_chunks) return { chunks, truncated: true };
    chunks.push(chunk);
  }
  return { chunks, truncated: false };
}

function* allChunks(markdown: string, title: string | null, rules: ChunkRules): Generator<RecordChunk> {
  const longest = Math.min(rules.limit_tokens ?? Infinity, LONGEST_LINE * rules.target_tokens);
  let end = 0;
  let above: readonly Heading[] = [];
  for (const table of tablesOf(markdown).tables) {
    // Several tables of a JSON text are in one place.
    if (table.start >= end) yield* textChunks(markdown, end, table.start, above, rules);
    ({ end, above } = table);
    const path = [...above.map(({ text }) => text), ...(table.name === null ? [] : [table.name])];
    const headings = path.length === 0 && title !== null ? [title] : path;
    for (const record of recordsOf(table, recordTypeOf(table, title))) yield* recordChunks(record, headings, longest);
  }
  yield* textChunks(markdown, end, markdown.length, above, rules);
}

function* recordChunks(record: TableRecord, above: readonly string[], longest: number): Generator<RecordChunk> {
  const { row, type, names, start, end } = record;
  const path = [...above, names[0]];
  let lines: string[] = [];
  let tokens = 0;
  const chunk = (): RecordChunk => ({
    start,
    end,
    text: lines.join('\n'),
    path,
    tableHeader: null,
    tokens,
    record: { row, type, names },
  });
  for (const line of linesOf(record, longest)) {
    const size = estimateTokens(line);
    if (tokens + size > longest && lines.length > 0) {
      yield chunk();
      [lines, tokens] = [[], 0];
    }
    lines.push(line);
    tokens += size;
  }
  if (lines.length > 0) yield chunk();
}

/** A line for each value, or for each part of one that is too long. */
function* linesOf({ values }: TableRecord, longest: number): Generator<string> {
  for (const { column, value } of values) {
    const room = longest - estimateTokens(fieldLine(column, ''));
    const parts = value.length > room ? divide(value, [0, value.length], Math.max(1, room)) : null;
    if (parts === null) yield fieldLine(column, value);
    else for (const [from, to] of parts) yield fieldLine(column, value.slice(from, to));
  }
}

/**
 * The text between two positions, below these headings, without headings at its end, which are those of the next table.
 */
function* textChunks(
  markdown: string,
  from: number,
  to: number,
  above: readonly Heading[],
  rules: ChunkRules,
): Generator<RecordChunk> {
  const blocks = blocksOf(markdown.slice(from, to));
  const last = blocks.findLast(({ kind }) => kind !== 'heading');
  if (last === undefined) return;
  const text = markdown.slice(from, from + last.end);
  const headings = blocks.filter(({ kind }) => kind === 'heading').values();
  let heading = headings.next();
  let outer = above;
  for (const chunk of chunkMarkdown(text, rules).chunks) {
    for (; !heading.done && heading.value.start < chunk.end; heading = headings.next()) {
      const { level } = heading.value;
      outer = outer.filter((one) => one.level < level);
    }
    const path = [...outer.map((one) => one.text), ...chunk.path];
    yield { ...chunk, path, start: chunk.start + from, end: chunk.end + from, record: null };
  }
}
