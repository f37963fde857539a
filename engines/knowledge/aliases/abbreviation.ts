/**
 * Whether a short form abbreviates a long one, by the algorithm of A. Schwartz and M. Hearst, "A simple algorithm for
 * identifying abbreviation definitions in biomedical text" (PSB 2003), on a long form whose beginning is known.
 */

const SHORT_FORM = /^\p{Lu}[\p{L}\p{N}&.-]{0,8}[\p{L}\p{N}.]$/u;

/** Two to ten characters that begin with a capital and have another one, without spaces. */
export function isShortForm(label: string): boolean {
  return SHORT_FORM.test(label) && (label.match(/\p{Lu}/gu)?.length ?? 0) > 1;
}

/**
 * Each letter and digit of the short form is found in the long form, from right to left, and the first one begins its
 * first word. The long form is of several words and longer.
 */
export function abbreviates(short: string, long: string): boolean {
  const letters = lettersOf(short);
  const text = long.toLowerCase();
  if (letters.length < 2 || text.length <= short.length || !long.includes(' ')) return false;
  let at = text.length;
  for (let index = letters.length - 1; index > 0; index--) {
    at = text.lastIndexOf(letters[index] ?? '', at - 1);
    if (at <= 0) return false;
  }
  return text.startsWith(letters[0] ?? '');
}

function lettersOf(short: string): string[] {
  return short.toLowerCase().match(/[\p{L}\p{N}]/gu) ?? [];
}
