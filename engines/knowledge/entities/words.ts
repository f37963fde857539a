/**
 * The words of a name as they are compared: what only its form needs is set aside, and what is written in several ways
 * has one.
 */
import { soundOf } from './spelling.ts';
import { LAST_NUMERALS, LEGAL_FORMS, LINKS, NUMBERS, SPELLINGS, TITLES } from './word-forms.ts';

/** A name, read from its normal form (../names/normal.ts). */
export interface NameWords {
  /** Without titles, legal forms and words such as "of". */
  readonly words: readonly string[];
  /** Of each word. */
  readonly sounds: readonly string[];
  /** The words, sorted. */
  readonly sorted: string;
  /** The words, as one. */
  readonly joined: string;
  /** Numbers, numerals and "junior", as far as they tell things of one name apart, in order. */
  readonly numbers: string;
  /** Legal form of a company; empty without one. */
  readonly legal: string;
  readonly hasTitle: boolean;
  /** Whether a word such as "of" stands between others: they may be turned around. */
  readonly hasLink: boolean;
  /** First letters of all words but those such as "of", and of all words. */
  readonly initials: readonly string[];
}

export function readWords(name: string): NameWords {
  const all = name.split(' ').filter((word) => word !== '');
  const words: string[] = [];
  const numbers: string[] = [];
  let legal = '';
  for (const [at, word] of all.entries()) {
    const isLast = at === all.length - 1;
    const number = numberIn(word, isLast && at > 0);
    const form = at > 0 ? LEGAL_FORMS.get(word) : undefined;
    if (number !== undefined) numbers.push(number);
    else if (form !== undefined) legal = form;
    else if (!LINKS.has(word) && !(TITLES.has(word) && !isLast)) words.push(SPELLINGS.get(word) ?? word);
  }
  return {
    words,
    sounds: words.map(soundOf),
    sorted: words.toSorted().join(' '),
    joined: words.join(''),
    numbers: numbers.join(' '),
    legal,
    initials: [...new Set([initialsOf(all.filter((word) => !LINKS.has(word))), initialsOf(all)])],
    hasTitle: all.length > 1 && TITLES.has(all[0] ?? ''),
    hasLink: all.some((word, at) => at > 0 && LINKS.has(word)),
  };
}

function numberIn(word: string, isBehindName: boolean): string | undefined {
  const ordinal = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
  return ordinal ?? NUMBERS.get(word) ?? (isBehindName ? LAST_NUMERALS.get(word) : undefined);
}

const initialsOf = (words: readonly string[]): string => words.map((word) => word[0] ?? '').join('');
