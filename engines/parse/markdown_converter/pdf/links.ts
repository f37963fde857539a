/** Links in the text of a block: found in its words, and written into its text when all its lines are joined. */

import { PLAIN, text as textOf } from '../markdown/model.ts';
import type { Inline } from '../markdown/model.ts';
import { joinLines, lineText } from './line-text.ts';
import type { Word } from './words.ts';

export interface TextLink {
  /** As it stands in the text of the block. */
  readonly text: string;
  readonly href: string;
}

interface Run {
  readonly href: string;
  readonly lines: Word[][];
}

/** The links of `lines`, in their order; a link over a line's end is one. */
export function linksOf(lines: readonly (readonly Word[])[]): TextLink[] {
  const runs: Run[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (isOpen) runs.at(-1)?.lines.push([]);
    for (const word of line) {
      if (word.href !== null) {
        if (!isOpen || runs.at(-1)?.href !== word.href) runs.push({ href: word.href, lines: [[]] });
        runs.at(-1)?.lines.at(-1)?.push(word);
      }
      isOpen = word.href !== null;
    }
  }
  return runs.map(({ href, lines: parts }) => ({
    href,
    text: joinLines(parts.filter((words) => words.length > 0).map((words) => lineText(words))),
  }));
}

/** `text` with its links. One that cannot be found again, or whose text is the address itself, stays text. */
export function withLinks(text: string, links: readonly TextLink[]): Inline[] {
  const content: Inline[] = [];
  let rest = text;
  for (const link of links) {
    const at = link.text === '' || saysItself(link) ? -1 : rest.indexOf(link.text);
    if (at === -1) continue;
    if (at > 0) content.push(textOf(rest.slice(0, at)));
    content.push(textOf(link.text, { ...PLAIN, href: link.href }));
    rest = rest.slice(at + link.text.length);
  }
  if (rest !== '') content.push(textOf(rest));
  return content;
}

/** Every reader makes a link of an address by itself. */
const saysItself = ({ text, href }: TextLink): boolean => bare(text) === bare(href);

const bare = (address: string): string =>
  address.replace(/^(https?:\/\/|mailto:)/i, '').replace(/(?<![/.,;)])[/.,;)]+$/, '');
