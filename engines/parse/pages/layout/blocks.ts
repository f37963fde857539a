/**
 * The content of a page in reading order, with the role of each part. Plain data; nothing else of the page is stored.
 */

import type { ParseWarning } from '../../documents/types.ts';
import type { Vocabulary } from '../lines/hyphens.ts';
import { linksOf } from '../lines/links.ts';
import type { TextLink } from '../lines/links.ts';
import { BULLET, TICK } from '../lines/patterns.ts';
import type { Box } from '../page/geometry.ts';
import { withCheckbox } from '../page/marks.ts';
import type { Picture } from '../page/picture.ts';
import type { Remark } from '../page/remark.ts';
import type { Table } from '../tables/table.ts';
import { textTable } from '../tables/text-tables.ts';
import type { TextTable } from '../tables/text-tables.ts';
import { hasOtherRole } from './heading-shapes.ts';
import type { HeadingLevel } from './headings.ts';
import type { TextBlock } from './text-blocks.ts';

/** Plain text and the links in it. */
export interface LinkedText {
  readonly text: string;
  readonly links: readonly TextLink[];
}

export type Block =
  | (LinkedText & {
      readonly kind: 'heading';
      readonly level: HeadingLevel;
      readonly fontSize: number;
      readonly bold: boolean;
    })
  | (LinkedText & { readonly kind: 'paragraph'; readonly fontSize: number; readonly marked: boolean })
  | (LinkedText & { readonly kind: 'item' })
  | { readonly kind: 'code'; readonly lines: readonly CodeLine[] }
  | { readonly kind: 'table'; readonly table: TextTable }
  | Pick<Picture, 'kind' | 'name' | 'description'>
  /** A comment of a reviewer. */
  | {
      readonly kind: 'remark';
      readonly author: string;
      readonly time: string;
      readonly on: string | null;
      readonly text: string;
    };

export interface CodeLine {
  readonly text: string;
  readonly x0: number;
  readonly fontSize: number;
}

/** Where a block is on its page as that is displayed, and how sure its text is; `null` for a picture. */
export interface Placement {
  readonly box: Box;
  readonly confidence: number | null;
}

export type PageBlock = Block & Placement;

export interface PageContent {
  /** From 1. */
  readonly page: number;
  /** As it is displayed, in points; `null` when it cannot be read. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly blocks: readonly PageBlock[];
  readonly warnings: readonly ParseWarning[];
}

/** `level` is that of a heading. */
export function blockOf(
  block: TextBlock | Table | Picture | Remark,
  level: HeadingLevel | null,
  vocabulary: Vocabulary,
): Block {
  if (block.kind === 'picture') {
    const { kind, name, description } = block;
    return { kind, name, description };
  }
  if (block.kind === 'remark') {
    const { kind, author, time, on, text } = block;
    return { kind, author, time, on, text };
  }
  if (block.kind === 'table') return { kind: 'table', table: textTable(block, vocabulary) };
  const { shown: text, fontSize, marked } = block;
  const links = linksOf(
    block.lines.map((line) => line.words),
    vocabulary,
  );
  if (level !== null) return { kind: 'heading', level, text, links, fontSize, bold: block.bold };
  if (block.code && !hasOtherRole(block) && /\p{L}/u.test(block.text)) {
    const lines = block.lines.map((line, index) => ({
      text: block.texts[index] ?? '',
      x0: line.x0,
      fontSize: line.fontSize,
    }));
    return { kind: 'code', lines };
  }
  if (TICK.test(`${text} `)) return { kind: 'item', text: withCheckbox(text), links };
  if (BULLET.test(`${text} `)) return { kind: 'item', text: text.replace(BULLET, ''), links };
  if (block.role === 'LI' && !marked) return { kind: 'item', text, links };
  return { kind: 'paragraph', text, links, fontSize, marked };
}
