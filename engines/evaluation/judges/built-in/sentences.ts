/** Sentences of an answer or a context, line by line. */
import { sentencesOf } from '../../../text/sentences.ts';
import type { Language } from '../../../text/stop-words.ts';
import { tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';

export interface Sentence {
  readonly text: string;
  /** UTF-16 code units of the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

const LIST_MARK = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]/;

/** Without the marks of list items. */
export function readSentences(text: string, language: Language): Sentence[] {
  const sentences: Sentence[] = [];
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const mark = LIST_MARK.exec(text.slice(start, end))?.[0].length ?? 0;
    for (const [from, to] of sentencesOf(text, start + mark, end)) {
      const sentence = text.slice(from, to);
      sentences.push({ text: sentence, start: from, end: to, tokens: tokensOf(sentence, language) });
    }
    start = end + 1;
  }
  return sentences;
}
