/** Cuts Markdown into pieces that are read one by one, so that a long document never is in memory as a tree. */
import { blocksOf } from '../../text/markdown/blocks.ts';
import type { Block } from '../../text/markdown/blocks.ts';
import { linesOf } from '../../text/markdown/lines.ts';
import { cellsOf, isDelimiterRow } from '../../text/markdown/tables.ts';
import type { Span } from '../../text/span.ts';

export interface Segment extends Span {
  /** A table with pipes or in HTML that stands by itself; everything else is text. */
  readonly kind: 'text' | 'pipe_table' | 'html_table';
}

/** A piece of text ends with the next block that may start one, from this length on. */
const TEXT_LENGTH = 64 * 1024; // some 20 pages

/** The pieces in order; blank lines between them belong to none. Time grows with the length of the text. */
export function* segmentsOf(markdown: string): Generator<Segment> {
  let open: Span | undefined;
  for (const block of blocksOf(markdown)) {
    const kind = standsAlone(markdown, block);
    if (kind !== null) {
      if (open !== undefined) yield { kind: 'text', ...open };
      open = undefined;
      yield { kind, start: block.start, end: block.end };
      continue;
    }
    for (const part of partsOf(markdown, block)) {
      if (open !== undefined && part.end - open.start > TEXT_LENGTH && isOutermost(markdown, part)) {
        yield { kind: 'text', ...open };
        open = undefined;
      }
      open = { start: open?.start ?? part.start, end: part.end };
    }
  }
  if (open !== undefined) yield { kind: 'text', ...open };
}

function standsAlone(markdown: string, { kind, start, end }: Block): Segment['kind'] | null {
  if (kind === 'table' && markdown[start] === '|') return hasDelimiters(markdown, start, end) ? 'pipe_table' : null;
  if (kind !== 'prose' || !markdown.startsWith('<table>', start)) return null;
  return markdown.endsWith('</table>', end) ? 'html_table' : null;
}

/** Whether the second line separates the names of the columns from the rows. */
function hasDelimiters(markdown: string, start: number, end: number): boolean {
  const [, second] = linesOf(markdown, start, end);
  const cells = cellsOf(second?.text ?? '');
  return cells.length > 0 && isDelimiterRow(cells);
}

/** A long list is cut before an item, everything else is whole. */
function* partsOf(markdown: string, { kind, start, end }: Block): Generator<Span> {
  if (kind !== 'list') return yield { start, end };
  let from = start;
  while (end - from > TEXT_LENGTH) {
    let next = markdown.indexOf('\n', from + TEXT_LENGTH) + 1;
    while (next > 0 && next < end && !isOutermost(markdown, { start: next })) next = markdown.indexOf('\n', next) + 1;
    if (next === 0 || next >= end) break;
    yield { start: from, end: next - 1 };
    from = next;
  }
  yield { start: from, end };
}

const isOutermost = (markdown: string, { start }: Pick<Span, 'start'>): boolean => /\S/.test(markdown.charAt(start));
