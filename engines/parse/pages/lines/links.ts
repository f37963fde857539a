/** Links in the text of a block: found in its words, and written into its text when all its lines are joined. */

import type { Word } from '../page/word.ts';
import type { Vocabulary } from './hyphens.ts';
import { joinLines, lineText, withLooks } from './line-text.ts';

export interface TextLink {
  /** As it appears in the text of the block. */
  readonly text: string;
  readonly href: string;
}

interface Run {
  readonly href: string;
  readonly lines: Word[][];
}

/** The links of `lines`, in order. A link that continues on the next line is one link. */
export function linksOf(lines: readonly (readonly Word[])[], vocabulary: Vocabulary): TextLink[] {
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
    text: joinLines(
      parts.filter((words) => words.length > 0).map((words) => lineText(words, withLooks)),
      vocabulary,
    ),
  }));
}
