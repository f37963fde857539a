/** Spellings of one word: transliterations and slips. */

const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/(.)\1+/g, '$1'],
  [/t?sch|tch|sh/g, 's'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/kh/g, 'h'],
  [/ou|oo/g, 'u'],
  [/ee|ie/g, 'i'],
  [/ei|ay|ey/g, 'ai'],
  [/[jy]/g, 'i'],
  [/w/g, 'v'],
  [/z|x/g, 's'],
  [/(?<=[bdgkprtv])h/g, ''],
  [/(.)\1+/g, '$1'],
];

/** What a word is to the ear, roughly: words that sound the same in several transliterations have one. */
export function soundOf(word: string): string {
  return SOUNDS.reduce((sound, [pattern, by]) => sound.replace(pattern, by), word);
}

/** Letters from which on a slip does not make another word of most. */
const LONG_WORD = 7;
/** Ends that tell names apart: of women and men, and of Danes and Swedes. */
const TELLING_END = /(?:[aeo]|en|on)$/;

/** Whether one word is the other with one letter added, left out, replaced or exchanged with the next one. */
export function isSlip(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < LONG_WORD || Math.abs(one.length - other.length) > 1) return false;
  if (one.slice(0, 2) !== other.slice(0, 2)) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from++;
  let [end, otherEnd] = [one.length, other.length];
  while (end > from && otherEnd > from && one[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const [part, otherPart] = [one.slice(from, end), other.slice(from, otherEnd)];
  const isExchange = part.length === 2 && part[0] === otherPart[1] && part[1] === otherPart[0];
  if (!isExchange && (part.length > 1 || otherPart.length > 1)) return false;
  const isTelling = one.slice(-2) !== other.slice(-2) && (TELLING_END.test(one) || TELLING_END.test(other));
  return !isTelling;
}
