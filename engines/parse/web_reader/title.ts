/** The title of a page as the heading of its Markdown. */
import { plainText, text, type Block } from '../documents/markdown/model.ts';

/**
 * What stands between the parts of a title, such as the page, the manual and the site. Behind a colon the title itself
 * goes on.
 */
const SEPARATOR = /\s[|·•»–—-]\s|\s\(/;
const SECTION_NUMBER = /^\d+(?:\.\d+)*\.?\s/;

/**
 * If no heading is of level 1, the first one is where it says the title, and the title is put before all where it does
 * not.
 */
export function withTitle(blocks: readonly Block[], title: string | null): readonly Block[] {
  if (title === null || blocks.some((block) => block.kind === 'heading' && block.level === 1)) return blocks;
  const at = blocks.findIndex(({ kind }) => kind === 'heading');
  const first = blocks[at];
  if (first?.kind === 'heading') {
    const heading = plainText(first.content);
    const says = beginsTitle(heading, title) || beginsTitle(heading.replace(SECTION_NUMBER, ''), title);
    if (says) return blocks.with(at, { ...first, level: 1 });
  }
  return [{ kind: 'heading', level: 1, content: [text(title)] }, ...blocks];
}

/** Unlike the words that pages are measured by, "C" is not "C++". */
const titleWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? [];

/** Whether a heading has the words of the title, or those of its first parts. */
function beginsTitle(heading: string, title: string): boolean {
  const own = titleWords(heading);
  let said = 0;
  for (const part of title.split(SEPARATOR)) {
    for (const word of titleWords(part)) if (word !== own[said++]) return false;
    if (said > 0 && said === own.length) return true;
  }
  return false;
}
