/** A text as words, numbers and single signs: what dates are read from. */

export interface Token {
  /** In lower case. */
  readonly text: string;
  /** UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Of a number of at most four digits; `null` for everything else. */
  readonly number: number | null;
  readonly isCapital: boolean;
}

const TOKEN = /\p{L}+|[0-9]+|[^\s\p{L}0-9]/gu;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
    number: /^[0-9]{1,4}$/.test(word) ? Number(word) : null,
    isCapital: /^\p{Lu}/u.test(word),
  }));
}

/** Whether nothing stands between the tokens at an index and before it. */
export const isJoined = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.start !== undefined && tokens[at]?.start === tokens[at - 1]?.end;

/** Whether `count` tokens from an index stand without anything between them. */
export function areJoined(tokens: readonly Token[], at: number, count: number): boolean {
  for (let index = at + 1; index < at + count; index++) if (!isJoined(tokens, index)) return false;
  return true;
}
