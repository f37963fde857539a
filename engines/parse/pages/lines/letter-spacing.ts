/** Letter-spaced titles, whose letters are words of their own: `A B S T R A C T`. */

import { median } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';

/** A letter, with a mark beside it. */
const LETTER = /^[("“«]?(\p{L})[.,:;!?)"”»]?$/u;
/** Fewer letters may be initials, or the variables of a formula. */
const MIN_LETTERS = 4; // no sample between 3 and 5: “Note”
const MIN_SMALL_LETTERS = 6; // no sample between 1 and 8: “method”
/** Largest gap between letters, in em: cells of a table are further apart. */
const MAX_GAP = 1; // no sample between .7 and 2
/** Larger gaps, relative to the others, separate words. */
const WORD_GAP = 1.6; // test “joins the letters of a spaced title”

/** The text of a line of nothing but single letters of one case, from left to right; `null` for other lines. */
export function letterSpacedText(words: readonly Word[]): string | null {
  if (words.length < MIN_LETTERS) return null;
  const letters = words.map(({ text }) => LETTER.exec(text)?.[1] ?? ' ').join('');
  if (letters.includes(' ') || isAlphabet(letters)) return null;
  const isSmall = letters === letters.toLowerCase() && letters !== letters.toUpperCase();
  if (isSmall ? words.length < MIN_SMALL_LETTERS : letters !== letters.toUpperCase()) return null;
  const gaps = words.slice(1).map((word, index) => word.x0 - (words[index]?.x1 ?? word.x0));
  const usual = median(gaps);
  if (usual <= 0 || usual > MAX_GAP * (words[0]?.fontSize ?? 0)) return null;
  return words.map(({ text }, index) => ((gaps[index - 1] ?? 0) > WORD_GAP * usual ? ` ${text}` : text)).join('');
}

/**
 * Letters at equal steps: `A B C D` are the names of answers, columns or sections, `X X X X` are marks, and `ㄱ ㅁ ㅑ ㅡ`
 * is a row of a chart.
 */
function isAlphabet(letters: string): boolean {
  const codes = Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
  const [first = 0, second = 0] = codes;
  return codes.every((code, index) => code === first + index * (second - first));
}
