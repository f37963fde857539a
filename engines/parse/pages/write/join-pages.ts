/**
 * Joins pages to one document: ranks headings, joins text that page and column breaks split, and shows each picture
 * once.
 */

import type { PageBox } from '../../documents/types.ts';
import type { Block, PageContent } from '../layout/blocks.ts';
import { NO_VOCABULARY } from '../lines/hyphens.ts';
import { joinLines } from '../lines/line-text.ts';
import { continuedTable } from '../tables/text-tables.ts';
import { headingLevelsOf } from './heading-levels.ts';

/** A block and the pages, from 1, on which it starts and ends. */
export interface PlacedBlock {
  readonly block: Block;
  readonly page: number;
  readonly lastPage: number;
  /** One for each part that was joined. */
  readonly boxes: readonly PageBox[];
  /** The least of its parts; `null` for a picture. */
  readonly confidence: number | null;
}

export function joinPages(pages: readonly PageContent[]): PlacedBlock[] {
  const levels = headingLevelsOf(pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'heading')));
  const shown = new Set<string>();
  const joined: PlacedBlock[] = [];
  for (const { page, blocks } of pages) {
    for (const block of blocks) {
      // A picture on every page is part of the letterhead and is shown once.
      if (block.kind === 'picture') {
        const picture = block.name ?? block.description;
        if (shown.has(picture)) continue;
        shown.add(picture);
      }
      const { confidence } = block;
      const boxes = [{ page, ...block.box }];
      const next = {
        block: block.kind === 'heading' ? { ...block, level: levels.get(block) ?? 1 } : block,
        page,
        lastPage: page,
        boxes,
        confidence,
      };
      const last = joined.at(-1);
      const whole = last === undefined ? null : join(last, next);
      if (last === undefined || whole === null) joined.push(next);
      else joined.splice(-1, 1, { ...whole, ...placeOfBoth(last, next) });
    }
  }
  return joined;
}

const placeOfBoth = (one: PlacedBlock, other: PlacedBlock): Pick<PlacedBlock, 'boxes' | 'confidence'> => ({
  boxes: [...one.boxes, ...other.boxes],
  confidence: one.confidence === null ? null : Math.min(one.confidence, other.confidence ?? 1),
});

/** Shorter lines without a full stop are labels rather than broken sentences. */
const MIN_SENTENCE = 60; // pdfa_028: other text at 42, −.001 at 84
/** Points by which the sizes of the two parts of a paragraph may differ. */
const SAME_SIZE = 0.5; // pdfa_028: other text at .2, same at 1

/** Joins `next` to `last` if it continues it; otherwise `null`. */
function join(last: PlacedBlock, next: PlacedBlock): PlacedBlock | null {
  const [before, after] = [last.block, next.block];
  if (before.kind === 'code' && after.kind === 'code' && last.page === next.page) {
    return { ...last, block: { ...before, lines: [...before.lines, ...after.lines] } };
  }
  if (before.kind === 'table' && after.kind === 'table' && next.page === last.lastPage + 1) {
    const table = continuedTable(before.table, after.table);
    return table === null ? null : { ...last, block: { ...before, table }, lastPage: next.page };
  }
  if (before.kind === 'paragraph' && after.kind === 'paragraph' && !after.marked) {
    const isBroken = before.text.length > MIN_SENTENCE && !/[.!?:;]["”)\]]*$/.test(before.text);
    const isContinued = /^\p{Ll}/u.test(after.text) && Math.abs(before.fontSize - after.fontSize) < SAME_SIZE;
    if (isBroken && isContinued) {
      const whole = {
        text: joinLines([before.text, after.text], NO_VOCABULARY),
        links: [...before.links, ...after.links],
      };
      return { ...last, block: { ...before, ...whole }, lastPage: next.page };
    }
  }
  return null;
}
