/** Compares versions of a message's text by their words. */
import type { ParseWarning } from '../../documents/types.ts';
import { Omissions } from '../../documents/omissions.ts';

/** Each character of a script that has no spaces is a word. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
/** Of the words of both versions. A note that a program cannot show HTML is short beside it. */
const MUCH = 0.5;

/** In lower case. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORD));

/** The warning of a version that is left out and says much that the written one does not. */
export function otherWords(version: string, written: string): readonly ParseWarning[] {
  const [words, others] = [wordsIn(version), wordsIn(written)];
  const missing = [...words].filter((word) => !others.has(word)).length;
  const omissions = new Omissions('message');
  if (missing > MUCH * Math.max(words.size, others.size)) omissions.leaveOut('versions of the text with other words');
  return omissions.warnings;
}
