/** Words of a text in any script, with their places. */

export interface Word {
  /** As written. */
  readonly text: string;
  /** Offsets in UTF-16 code units: of the first one, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts whose words no space separates, and Hangul, whose words carry their particles. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Words by which lengths of texts are compared: runs of letters, digits and underscores. Where a script writes no
 * spaces, a word has its usual length: two characters of Chinese and Japanese, five letters and marks of the others.
 */
const MEASURED =
  /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]{1,2}|[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]{1,5}|[[\p{L}\p{N}_]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]]+/gv;

/** As many words as a text of any script has in about this length; they are no words of a dictionary. */
export const measuredWords = (text: string): readonly string[] => text.match(MEASURED) ?? [];

/** Runs of letters, digits and the marks on them. */
export function* words(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) yield { text: word, start: index, end: index + word.length };
}

/** Whether a word has characters of a script that writes no spaces between words, such as Chinese or Thai. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/** Lower case, one form for equal characters (full width and ligatures included). */
export const lower = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Without accents: é is e, ё is е. Marks that are letters of their script, as in Hindi, stay. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
