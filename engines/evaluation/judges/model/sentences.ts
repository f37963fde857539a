/** The sentences of a text as things to judge one by one. */
import { guessLanguage } from '../../../text/language.ts';
import { readSentences } from '../built-in/sentences.ts';
import { hasWords } from './question.ts';

/** Things of one text that are judged. */
const MOST = 40;

export interface ShownSentence {
  readonly text: string;
  /** UTF-16 code units of the text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Those with words, in order. Of a text with more than {@link MOST}, sentences that follow each other are judged
 * together.
 */
export function sentencesOf(text: string): ShownSentence[] {
  const sentences = readSentences(text, guessLanguage(text)).filter((sentence) => hasWords(sentence.text));
  const size = Math.ceil(sentences.length / MOST);
  const shown: ShownSentence[] = [];
  for (let from = 0; from < sentences.length; from += size) {
    const [start, end] = [
      sentences[from]?.start ?? 0,
      sentences[Math.min(from + size, sentences.length) - 1]?.end ?? 0,
    ];
    shown.push({ text: text.slice(start, end), start, end });
  }
  return shown;
}
