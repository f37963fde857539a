/** The content of a document in reading order, with the role of each part. */

import type { DocumentStyle } from './document-style.ts';
import { hasOtherRole, headingLevels } from './headings.ts';
import { joinLines } from './line-text.ts';
import { BULLET } from './patterns.ts';
import { continuedTable } from './tables.ts';
import type { Table } from './tables.ts';
import type { TextBlock } from './text-blocks.ts';

export type Block =
  | { readonly kind: 'heading'; readonly page: number; readonly level: number; readonly text: string }
  | {
      readonly kind: 'paragraph';
      readonly page: number;
      readonly text: string;
      readonly fontSize: number;
      readonly marked: boolean;
    }
  | { readonly kind: 'item'; readonly page: number; readonly text: string }
  | { readonly kind: 'code'; readonly page: number; readonly lines: readonly CodeLine[] }
  | { readonly kind: 'table'; readonly page: number; readonly lastPage: number; readonly table: Table };

export interface CodeLine {
  readonly text: string;
  readonly x0: number;
  readonly fontSize: number;
}

export interface PageBlock {
  /** From 1. */
  readonly page: number;
  readonly content: TextBlock | Table;
}

/** Gives each block its role, then joins what column and page ends have parted. */
export function documentBlocks(content: readonly PageBlock[], style: DocumentStyle): Block[] {
  const texts = content.flatMap(({ content: block }) => (block.kind === 'text' ? [block] : []));
  const levels = headingLevels(texts, style);
  const joined: Block[] = [];
  for (const { page, content: block } of content) {
    const next: Block =
      block.kind === 'table'
        ? { kind: 'table', page, lastPage: page, table: block }
        : textBlock(block, page, levels.get(block));
    const last = joined.at(-1);
    const whole = last === undefined ? null : join(last, next);
    if (whole === null) joined.push(next);
    else joined.splice(-1, 1, whole);
  }
  return joined;
}

function textBlock(block: TextBlock, page: number, level: number | undefined): Block {
  const { text } = block;
  if (level !== undefined) return { kind: 'heading', page, level, text };
  if (block.code && !hasOtherRole(block) && /\p{L}/u.test(text)) {
    const lines = block.rows.map((row, index) => ({
      text: block.lines[index] ?? '',
      x0: row.x0,
      fontSize: row.fontSize,
    }));
    return { kind: 'code', page, lines };
  }
  if (BULLET.test(`${text} `)) return { kind: 'item', page, text: text.replace(BULLET, '') };
  if (block.role === 'LI' && !block.marked) return { kind: 'item', page, text };
  return { kind: 'paragraph', page, text, fontSize: block.fontSize, marked: block.marked };
}

/** Shorter lines without a full stop are labels rather than broken sentences. */
const MIN_SENTENCE = 60;

/** `next` as the continuation of `last`; `null` when it is none. */
function join(last: Block, next: Block): Block | null {
  if (last.kind === 'code' && next.kind === 'code' && last.page === next.page) {
    return { ...last, lines: [...last.lines, ...next.lines] };
  }
  if (last.kind === 'table' && next.kind === 'table' && next.page === last.lastPage + 1) {
    const table = continuedTable(last.table, next.table);
    return table === null ? null : { ...last, table, lastPage: next.page };
  }
  if (last.kind === 'paragraph' && next.kind === 'paragraph' && !next.marked) {
    const isBroken = last.text.length > MIN_SENTENCE && !/[.!?:;]["”)\]]*$/.test(last.text);
    const isContinued = /^\p{Ll}/u.test(next.text) && Math.abs(last.fontSize - next.fontSize) < 0.5;
    if (isBroken && isContinued) return { ...last, text: joinLines([last.text, next.text]) };
  }
  return null;
}
