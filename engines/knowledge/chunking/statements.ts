/** The smallest parts of a Markdown text that say something by themselves. */
import { blocksOf } from './blocks.ts';
import type { Block } from './blocks.ts';
import { sentencesOf, trimmed } from './sentences.ts';
import type { Span } from './sentences.ts';

export interface Statement {
  readonly kind: 'sentence' | 'row';
  /** UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Sentences of prose and of list items, without the marks of items, and rows of tables. Headings and code are left out. */
export function statementsOf(markdown: string): Statement[] {
  return blocksOf(markdown).flatMap((block): Statement[] => {
    const { kind, start, end } = block;
    if (kind === 'prose') return sentences(markdown, start, end);
    if (kind === 'list') return linesOf(markdown, block).flatMap(([from, to]) => sentences(markdown, from, to));
    if (kind !== 'table') return [];
    const rows = linesOf(markdown, block).filter(([from, to]) => /[\p{L}\p{N}]/u.test(markdown.slice(from, to)));
    return rows.map(([from, to]) => ({ kind: 'row', start: from, end: to }));
  });
}

function sentences(text: string, start: number, end: number): Statement[] {
  return sentencesOf(text, start, end).map(([from, to]) => ({ kind: 'sentence', start: from, end: to }));
}

function linesOf(text: string, { kind, start, end }: Block): Span[] {
  const spans: Span[] = [];
  for (let at = start; at < end;) {
    const found = text.indexOf('\n', at);
    const stop = found < 0 || found > end ? end : found;
    const mark =
      kind === 'list' ? (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.exec(text.slice(at, stop))?.[0].length ?? 0) : 0;
    const span = trimmed(text, at + mark, stop);
    if (span) spans.push(span);
    at = stop + 1;
  }
  return spans;
}
