/** The parts of an answer that lists things: each has to be right by itself. English. */

/** What stands before the first part. */
const BEFORE = /^(?:both |first,? (?=.* then ))/i;
/** What stands before the last one: commas alone make no list. */
const LAST = /(?:[,;] | )(?:(?:and|then|&) )+/i;
const BETWEEN = /(?:[,;] | )(?:(?:and|then|&) )+|[,;] /i;
const WORD = /[\p{L}\p{N}]/u;

/**
 * The parts of "A and B", "A, B and C" and "first A, then B"; the answer itself if it has one part, such as "Paris,
 * Texas".
 */
export function partsOf(answer: string): readonly string[] {
  const words = answer.trim().split(/\s+/).join(' ');
  if (!LAST.test(words)) return [answer];
  const parts = words
    .replace(BEFORE, '')
    .split(BETWEEN)
    .filter((part) => WORD.test(part));
  return parts.length > 1 ? parts : [answer];
}
