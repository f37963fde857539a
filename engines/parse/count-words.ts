/** Words of a text, in time linear in it and constant memory. */

const NEITHER = 1;
const IN_WORD = 2;
const IDEOGRAPH = 4;

const WORD = /^[\p{L}\p{N}]$/u;
const IDEOGRAPHIC = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u;

/** What a code point is, by itself; 0 while it was not asked for. */
const kinds = new Uint8Array(0x11_0000);

/** Runs of letters and digits; an ideograph outside of one counts as a word, as in word processors. */
export function countWords(text: string): number {
  let words = 0;
  let isInRun = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    if (code > 0xffff) index++;
    const kind = kinds[code] || kindOf(code);
    if (isInRun && (kind & IN_WORD) !== 0) continue;
    isInRun = kind === IN_WORD;
    if (kind !== NEITHER) words++;
  }
  return words;
}

function kindOf(code: number): number {
  const character = String.fromCodePoint(code);
  const kind = (WORD.test(character) ? IN_WORD : 0) | (IDEOGRAPHIC.test(character) ? IDEOGRAPH : 0) || NEITHER;
  kinds[code] = kind;
  return kind;
}
