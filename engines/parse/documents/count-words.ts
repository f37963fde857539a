/** Counts words in linear time and constant memory. */

const NEITHER = 1;
const IN_WORD = 2;
const IDEOGRAPH = 4;

const WORD = /^[\p{L}\p{N}]$/u;
const IDEOGRAPHIC = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u;

/** Cached class of each code point; 0 when not yet computed. */
const kinds = new Uint8Array(0x11_0000);

/** Counts runs of letters and digits; a separate ideograph counts as a word, as in word processors. */
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
