/** Arranges the words of one page in blocks, in reading order. */

import { NO_VOCABULARY } from '../lines/hyphens.ts';
import { blockText } from '../lines/line-text.ts';
import { textLinesOf } from '../lines/text-lines.ts';
import { overlaps, sum } from '../page/geometry.ts';
import type { ExtractedPage } from '../page/page.ts';
import type { Word } from '../page/word.ts';
import { isCode } from '../survey/document-style.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { itemTables } from '../tables/item-tables.ts';
import { ruledTables } from '../tables/ruled-tables.ts';
import { placedCells, wordsOfTable } from '../tables/table.ts';
import type { Panel, Table } from '../tables/table.ts';
import { taggedTables } from '../tables/tagged-tables.ts';
import { regionsOf } from './columns/columns.ts';
import { blocksOf, plainBlocks } from './text-blocks.ts';
import type { PageContext, TextBlock } from './text-blocks.ts';

export interface PageLayout {
  readonly blocks: readonly (TextBlock | Table)[];
  /** Why the blocks are the page's plain lines: the layout would lose text, or take too long. `null` for most pages. */
  readonly plain: 'lossy' | 'crowded' | null;
}

/** No page meant to be read has more words. The search for columns and tables takes quadratic time. */
const MAX_WORDS = 12_000; // test “gives the lines of a page with more words than anybody reads” (fails at 24000)

/** Share of the characters that a layout must keep. Hyphens at line ends may be dropped. */
const MIN_KEPT = 0.95; // col_two_justify: same at .76, −6.759 at 1.1875

/** `words` are the words of the page without its running heads. */
export function layOutPage(page: ExtractedPage, words: readonly Word[], style: DocumentStyle): PageLayout {
  const context: PageContext = { rules: page.drawings.horizontal, structure: page.structure, style };
  if (words.length > MAX_WORDS) return { blocks: plainBlocks(textLinesOf(words), context), plain: 'crowded' };
  const tables = tablesOf(page, words, style);
  const inTables = new Set(tables.flatMap(wordsOfTable));
  const free = words.filter((word) => !inTables.has(word));
  const upright = layOut(free, tables, page, context);

  // Vertical text is a label or a stamp and is dropped, unless it is a substantial part of the page.
  const aside = page.rotated.filter((word) => !inTables.has(word));
  const available = characters(words) + characters(page.rotated);
  const keepsAside = characters(aside) > (1 - MIN_KEPT) * available;
  const asideBlocks = keepsAside ? layOutAside(aside, page, context) : [];

  const blocks = [...upright, ...asideBlocks];
  if (sum(blocks, lengthOf) >= MIN_KEPT * available) return { blocks, plain: null };
  return { blocks: [...plainBlocks(textLinesOf(words), context), ...asideBlocks], plain: 'lossy' };
}

/** Tagged tables, drawn tables outside them, and tables of items outside both. */
function tablesOf(page: ExtractedPage, words: readonly Word[], style: DocumentStyle): (Table | Panel)[] {
  const tagged = page.structure === null ? [] : taggedTables(page.structure, words);
  const inTagged = new Set(tagged.flatMap(wordsOfTable));
  const rest = words.filter((word) => !inTagged.has(word));
  const ruled = ruledTables(page.drawings, rest, page.rotated, page.width, page.height);
  const drawn = [...tagged, ...ruled.filter((table) => !tagged.some((other) => overlaps(table, other)))];
  const inDrawn = new Set(drawn.flatMap(wordsOfTable));
  const lines = textLinesOf(words.filter((word) => !inDrawn.has(word)));
  const items = itemTables(lines, page.drawings, (line) => isCode(line, style));
  return [...drawn, ...items.filter((table) => !drawn.some((other) => overlaps(table, other)))];
}

function layOut(
  words: readonly Word[],
  tables: readonly (Table | Panel)[],
  page: ExtractedPage,
  context: PageContext,
): (TextBlock | Table)[] {
  const { width, height, drawings } = page;
  return regionsOf(words, tables, { width, height, vertical: drawings.vertical })
    .flatMap((region) => blocksOf(region, context))
    .flatMap((block) => {
      if (block.kind !== 'panel') return [block];
      return block.parts.flatMap((part) => layOut(part, [], page, context));
    });
}

/** Slanted lines are below each other as upright ones are. Vertical text is one line each. */
function layOutAside(words: readonly Word[], page: ExtractedPage, context: PageContext): (TextBlock | Table)[] {
  const { slanted = [], vertical = [] } = Object.groupBy(words, ({ x0, y0, x1, y1 }) =>
    x1 - x0 > y1 - y0 ? 'slanted' : 'vertical',
  );
  return [
    ...layOut(slanted, [], page, context),
    ...vertical.flatMap((word) => plainBlocks(textLinesOf([word]), context)),
  ];
}

const withoutSpaces = (text: string): number => text.replace(/\s/g, '').length;

const characters = (words: readonly Word[]): number => sum(words, (word) => withoutSpaces(word.text));

const lengthOf = (block: TextBlock | Table): number =>
  block.kind === 'text'
    ? withoutSpaces(block.text)
    : sum(placedCells(block.grid), ({ cell }) => withoutSpaces(blockText(cell.words, NO_VOCABULARY)));
