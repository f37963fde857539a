/** Numbers as English words: `twenty-one`, `twenty-first`. */

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const IRREGULAR = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
]);

/** `Twenty-one`; digits from a million on. */
export const cardinalWords = (number: number): string => capitalized(words(number));

/** `Twenty-first`. */
export function ordinalWords(number: number): string {
  const cardinal = words(number);
  const start = Math.max(cardinal.lastIndexOf(' '), cardinal.lastIndexOf('-')) + 1;
  const last = cardinal.slice(start);
  return capitalized(cardinal.slice(0, start) + (IRREGULAR.get(last) ?? `${last.replace(/y$/, 'ie')}th`));
}

/** `21st`. */
export function ordinalNumber(number: number): string {
  const isTeen = Math.floor((number % 100) / 10) === 1;
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`;
}

function words(number: number): string {
  if (number < 20) return ONES[number] ?? String(number);
  if (number < 100) return joined(TENS[Math.floor(number / 10)] ?? '', '-', number % 10);
  if (number < 1000) return joined(`${words(Math.floor(number / 100))} hundred`, ' ', number % 100);
  if (number < 1_000_000) return joined(`${words(Math.floor(number / 1000))} thousand`, ' ', number % 1000);
  return String(number);
}

const joined = (high: string, between: string, low: number): string =>
  low === 0 ? high : `${high}${between}${words(low)}`;

const capitalized = (written: string): string => written.charAt(0).toUpperCase() + written.slice(1);
