/** Where the blocks of a page are on it. */

import { bounds, sum } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import type { Paper } from '../page/paper.ts';
import type { Picture } from '../page/picture.ts';
import type { Remark } from '../page/remark.ts';
import type { Word } from '../page/word.ts';
import { wordsOfTable } from '../tables/table.ts';
import type { Table } from '../tables/table.ts';
import type { Placement } from './blocks.ts';
import type { TextBlock } from './text-blocks.ts';

/** The box of a text is that of its lines. */
export function placementOf(block: TextBlock | Table | Picture | Remark, paper: Paper): Placement {
  const parts = block.kind === 'text' ? block.lines : [block];
  const box = withinPage(bounds(parts.map(paper.box)), paper);
  if (block.kind === 'picture' || block.kind === 'remark') return { box, confidence: null };
  const words = block.kind === 'text' ? block.lines.flatMap((line) => line.words) : wordsOfTable(block);
  return { box, confidence: confidenceOf(words) };
}

/** Edges in tenths of a point: a letter is some five points wide. */
function withinPage({ x0, y0, x1, y1 }: Box, { width, height }: Paper): Box {
  const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most) * 10) / 10;
  return { x0: within(x0, width), y0: within(y0, height), x1: within(x1, width), y1: within(y1, height) };
}

/** The mean of its characters. */
function confidenceOf(words: readonly Word[]): number {
  const total = sum(words, (word) => word.length * word.confidence);
  return (
    Math.round(
      (total /
        Math.max(
          1,
          sum(words, (word) => word.length),
        )) *
        1000,
    ) / 1000
  );
}
