/** What the built-in judge compares: stems of content words, names and numbers. */
import { stem } from '../../../text/stems.ts';
import { STOP_WORDS } from '../../../text/stop-words.ts';
import type { Language } from '../../../text/stop-words.ts';
import { lower, withoutAccents } from '../../../text/words.ts';

export interface Token {
  /** As written. */
  readonly text: string;
  /** Of a number its value: `twelve`, `12` and `12.0` have one stem. */
  readonly stem: string;
  /** Whether it begins with a capital letter, as names do. */
  readonly isCapital: boolean;
  readonly isNumber: boolean;
  /** Whether it carries a subject: no function word, no single letter. */
  readonly isContent: boolean;
}

const TOKEN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const CAPITAL = /^\p{Lu}/u;

/** English; in other languages numbers are compared as they are written. */
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, value) => [word, value] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 20 + 10 * index] as const),
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
  ...([
    ['once', 1],
    ['twice', 2],
    ['dozen', 12],
    ['hundred', 100],
  ] as const),
]);

/** In the order of the text. A possessive `'s` is no word. */
export function tokensOf(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found } of text
    .normalize('NFKC')
    .replace(/['’]s(?!\p{L})/gu, '')
    .matchAll(TOKEN)) {
    const plain = withoutAccents(lower(found));
    const value = numberOf(plain, language);
    tokens.push({
      text: found,
      stem: value === null ? stem(plain, language) : String(value),
      isCapital: CAPITAL.test(found),
      isNumber: value !== null,
      isContent:
        value !== null ? !STOP_WORDS[language].has(plain) : plain.length > 1 && !STOP_WORDS[language].has(plain),
    });
  }
  return tokens;
}

/** `null` for what is no number. */
function numberOf(word: string, language: Language): number | null {
  if (!/^\d/.test(word)) return language === 'en' ? (NUMBER_WORDS.get(word) ?? null) : null;
  const value = Number(THOUSANDS.test(word) ? word.replaceAll(',', '') : word.replace(',', '.'));
  // Of several points, as in a date or a version, the text is the value.
  return Number.isNaN(value) ? null : value;
}
