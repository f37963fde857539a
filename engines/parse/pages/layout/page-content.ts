/** Lays out extracted pages. It works the same for pages with a text layer and for pages recognized from pixels. */

import type { ParseOptions } from '../../options.ts';
import type { ParseWarning } from '../../documents/types.ts';
import type { WarningCode } from '../../documents/warnings.ts';
import { hasLittleText } from '../page/legibility.ts';
import type { NumberedPage } from '../page/page.ts';
import type { Picture } from '../page/picture.ts';
import type { Remark } from '../page/remark.ts';
import type { DocumentStyle } from '../survey/document-style.ts';
import { runningWords, standOut } from '../survey/running-heads.ts';
import { blockOf } from './blocks.ts';
import type { PageContent } from './blocks.ts';
import { headingLevels } from './headings.ts';
import { withoutLineNumbers } from './line-numbers.ts';
import { layOutPage } from './page-layout.ts';
import { placementOf } from './placement.ts';
import { withPictures } from './place-pictures.ts';

/** The content of one page, with its pictures and comments. `style` comes from a survey of all pages; `headers` is the option. */
export function contentOf(
  { number, page }: NumberedPage,
  style: DocumentStyle,
  headers: ParseOptions['headers'],
  pictures: readonly (Picture | Remark)[] = [],
): PageContent {
  const warnings: ParseWarning[] = [];
  const warn = (code: WarningCode, message: string): void => void warnings.push({ code, message, page: number });
  if (page === null) {
    warn('page_unreadable', 'The page is damaged and was left out.');
    return { page: number, size: null, blocks: [], warnings };
  }
  if (page.words.length === 0 && page.rotated.length === 0 && page.drawings.imageShare > 0) {
    warn('no_text_layer', 'The page is an image without text: it needs text recognition.');
  } else if (hasLittleText(page)) {
    warn('no_text_layer', 'The page has little text beside its pictures: they need text recognition.');
  }
  const running = runningWords(page, style, headers, number);
  if (headers === 'first' && standOut(running, style.bodySize)) {
    warn('heads_omitted', 'A running head that is larger than the text was left out; options.headers can keep it.');
  }
  const words = withoutLineNumbers(
    page.words.filter((word) => !running.has(word)),
    headers === 'keep',
  );
  const { blocks, plain } = layOutPage(page, words, style);
  if (plain === 'lossy')
    warn('text_dropped', 'The layout of the page lost text, so its lines are returned one by one.');
  if (plain === 'crowded') warn('layout_skipped', 'The page has too many words, so its lines are returned one by one.');
  const { paper } = page;
  const placed = withPictures(blocks, pictures);
  const levels = headingLevels(
    placed.flatMap((block) =>
      block.kind === 'picture' || block.kind === 'remark' ? [] : [block.kind === 'text' ? block : null],
    ),
    style,
    { number, width: page.width },
  );
  return {
    page: number,
    size: { width: paper.width, height: paper.height },
    blocks: placed.map((block) => ({
      ...blockOf(block, (block.kind === 'text' && levels.get(block)) || null, style.vocabulary),
      ...placementOf(block, paper),
    })),
    warnings,
  };
}
