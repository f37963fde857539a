/** Advance widths of characters. They give the size of a long line even where noise and blur hide its height. */

/**
 * Advance widths in em of common fonts, by kind of character. A font deviates from them by the same factor in all its
 * lines.
 */
const ADVANCES: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!]/, 0.25],
  [/[frtI"()[\]/-]/, 0.34],
  [/[mw]/, 0.77],
  [/[MW@%]/, 0.86],
  [/[A-Z&]/, 0.67],
  [/[\u3040-\u9fff\uff00-\uffef]/, 1],
];
const USUAL_ADVANCE = 0.51; // between Times and Helvetica

/** Fewer characters are not representative of their font. */
const MIN_CHARACTERS = 20; // a third of a line

/** The font size computed from the widths of words, in their unit; `null` for few characters. */
export function sizeByWidth(words: readonly { text: string; x0: number; x1: number }[]): number | null {
  const characters = words.flatMap(({ text }) => Array.from(text));
  if (characters.length < MIN_CHARACTERS) return null;
  const advance = characters.reduce(
    (sum, character) => sum + (ADVANCES.find(([kind]) => kind.test(character))?.[1] ?? USUAL_ADVANCE),
    0,
  );
  return words.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0) / advance;
}
