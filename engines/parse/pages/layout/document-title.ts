/** The title of a document, which nothing but its place may distinguish from the text. */

import type { DocumentStyle } from '../survey/document-style.ts';
import { endsSentence, isOtherText, wordCount } from './heading-texts.ts';
import {
  BOLD_SIZE,
  isBelow,
  isCentred,
  letterShare,
  MAX_SHORT_LINES,
  MAX_SHORT_WORDS,
  mayBeHeading,
  MIN_LETTER_SHARE,
  SLIGHTLY_LARGE,
} from './heading-shapes.ts';
import type { TextBlock } from './text-blocks.ts';

/** Empty space, in em, between the lines of one title: a blank line. */
export const MAX_GAP_IN_TITLE = 1;

/** The first line of a document, in the middle of the page or larger than all others, whatever its weight. */
export function isTitle(
  block: TextBlock,
  blocks: readonly (TextBlock | null)[],
  width: number,
  style: DocumentStyle,
): boolean {
  if (blocks.length === 1 || !mayBeHeading(block) || isOtherText(block.text) || endsSentence(block.text)) return false;
  if (block.marked || block.lines.length > MAX_SHORT_LINES || wordCount(block.text) > MAX_SHORT_WORDS) return false;
  if (block.fontSize < style.bodySize * BOLD_SIZE || letterShare(block.text) <= MIN_LETTER_SHARE.other) return false;
  return (
    isCentred(block, width) ||
    blocks.every((other) => other === block || (other !== null && other.fontSize * SLIGHTLY_LARGE <= block.fontSize))
  );
}

/** More lines in the middle below a title are verse, or all of a cover. */
const MAX_SUBTITLES = 2; // test “are one or two lines in the middle below the title, but no verse and no address”

/**
 * The lines directly below a title that are in the middle of the page and look like it; none when they are an address
 * or a sentence.
 */
export function subtitlesOf(title: TextBlock, blocks: readonly (TextBlock | null)[], width: number): TextBlock[] {
  const below = blocks.slice(blocks.indexOf(title) + 1);
  const isLike = (block: TextBlock | null, index: number): boolean => {
    const above = index === 0 ? title : below[index - 1];
    if (!block || !above || !isCentred(block, width) || block.bold !== title.bold) return false;
    return block.fontSize === title.fontSize && isBelow(above, block, MAX_GAP_IN_TITLE);
  };
  const end = below.findIndex((block, index) => !isLike(block, index));
  const lines = below.slice(0, Math.max(0, end)).flatMap((block) => block ?? []);
  const mayHead = (block: TextBlock): boolean =>
    mayBeHeading(block) && !isOtherText(block.text) && !endsSentence(block.text);
  return isCentred(title, width) && lines.length <= MAX_SUBTITLES && lines.every(mayHead) ? lines : [];
}
