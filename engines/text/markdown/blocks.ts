/** The blocks of a Markdown text, found line by line: as much of CommonMark as decides where a text may be cut. */
import type { Span } from '../span.ts';
import { fenceReader } from './fences.ts';
import { headingLevel } from './headings.ts';
import { linesOf } from './lines.ts';
import { beginsItem } from './lists.ts';

export type BlockKind = 'heading' | 'prose' | 'list' | 'table' | 'code';

/** UTF-16 code units, without the line feed at its end. */
export interface Block extends Span {
  readonly kind: BlockKind;
  /** Of a heading, 1 to 6; 0 of every other block. */
  readonly level: number;
}

/** The blocks in order; blank lines belong to none. Time grows with the length of the text. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: BlockKind; start: number; end: number } | null = null;
  const close = (): void => {
    if (open) blocks.push({ ...open, level: 0 });
    open = null;
  };
  const readFence = fenceReader('anywhere');
  for (const { start, end, text } of linesOf(markdown)) {
    const fence = readFence(text);
    const kind = fence === null ? kindOf(text) : 'code';
    if (open && kind !== 'blank' && fence !== 'opens' && continues(open.kind, kind, text)) {
      open.end = end;
    } else {
      close();
      if (kind === 'heading') blocks.push({ kind, start, end, level: headingLevel(text) });
      else if (kind !== 'blank') open = { kind, start, end };
    }
    if (fence === 'closes') close();
  }
  close();
  return blocks;
}

/** A list goes on with indented lines and further items; prose with any line that opens nothing else. */
function continues(open: BlockKind, next: BlockKind, line: string): boolean {
  if (open === next) return true;
  return open === 'list' && next === 'prose' && /^\s/.test(line);
}

function kindOf(line: string): BlockKind | 'blank' {
  const text = line.trimStart();
  if (text === '') return 'blank';
  if (headingLevel(text) > 0) return 'heading';
  if (text.startsWith('|')) return 'table';
  return beginsItem(text) ? 'list' : 'prose';
}
