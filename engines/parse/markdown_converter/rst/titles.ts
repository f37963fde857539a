/** Section titles of reStructuredText: a line of punctuation below, and maybe above. */

const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/;

export interface Title {
  readonly words: string;
  /** The character, twice for a title with a line above. */
  readonly adornment: string;
  /** Number of lines. */
  readonly size: number;
}

/** The title at a line, or `null`. A short line of punctuation is no adornment unless the title is short, too. */
export function titleAt(lines: readonly string[], at: number): Title | null {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3);
  const isFitting = (line: string, words: string): boolean =>
    isAdornment(line) && line.length >= Math.min(4, words.trim().length);
  if (isAdornment(first)) {
    const words = second.trim();
    if (words === '' || third !== first || !isFitting(first, words)) return null;
    return { words, adornment: first.slice(0, 1).repeat(2), size: 3 };
  }
  if (first === '' || first.startsWith(' ') || !isFitting(second, first)) return null;
  return { words: first, adornment: second.slice(0, 1), size: 2 };
}

export const isAdornment = (line: string): boolean => ADORNMENT.test(line);
