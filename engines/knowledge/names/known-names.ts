/** Names that are known from elsewhere, such as titles of other documents, found in a text. */
import { STOP_WORDS, type Language } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';
import type { Span } from '../../text/span.ts';
import { LONGEST_NAME, normalName } from './normal.ts';

const MOST_WORDS = 8;

export interface Candidate extends Span {
  /** Normal form. */
  readonly name: string;
}

/**
 * The groups of up to 8 words that could be a known name, longest first at each place: they begin and end with no stop
 * word; a single word has a capital or a digit.
 */
export function* nameCandidates(text: string, language: Language): Generator<Candidate> {
  const tokens = [...words(text)].map((word) => ({ ...word, plain: normalName(word.text) }));
  const isStop = (plain: string): boolean => STOP_WORDS[language].has(plain) || plain === '';
  for (const [index, first] of tokens.entries()) {
    for (let size = Math.min(MOST_WORDS, tokens.length - index); size > 0; size--) {
      const last = tokens[index + size - 1];
      if (last === undefined || last.end - first.start > LONGEST_NAME || isStop(first.plain) || isStop(last.plain))
        continue;
      if (size === 1 && !/^[\p{Lu}\p{Lo}\p{N}]/u.test(first.text)) continue;
      const name = normalName(text.slice(first.start, last.end));
      if (name.length > 1) yield { name, start: first.start, end: last.end };
    }
  }
}

/** Of the known names in a text those that are part of no longer one, in order. */
export function knownNames(text: string, language: Language, isKnown: (name: string) => boolean): Candidate[] {
  const found: Candidate[] = [];
  let covered = 0;
  for (const candidate of nameCandidates(text, language)) {
    // Candidates come by their start, the longest first: only what reaches further is not inside of one before it.
    if (candidate.end <= covered || !isKnown(candidate.name)) continue;
    found.push(candidate);
    covered = candidate.end;
  }
  return found;
}
