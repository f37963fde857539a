/** What is written like a name and is none: dates, amounts and numbered parts of documents. */
import { isDate } from './dates.ts';

/** Codes of currencies and words that a number follows: of parts of documents, and of years. */
const COUNTED = new Set(
  `eur usd gbp chf jpy cny sek nok dkk pln czk huf inr cad aud nzd brl mxn zar
   version page section clause step figure table item row line paragraph room no nr
   q1 q2 q3 q4 h1 h2 fy spring summer autumn fall winter fruhling fruhjahr sommer herbst`.split(/\s+/),
);
/** Between dates, or amounts. */
const JOINTS = new Set(['and', 'or', 'to', 'of', 'und', 'bis', 'y', 'et']);

/**
 * Whether a normal form is a date, an amount of money or a number of a part, and nothing else, such as "may 2011", "q1
 * 2022", "eur 1 500" or "version 3 2".
 */
export function isNoName(name: string): boolean {
  if (isDate(name)) return true;
  const words = name.split(' ').filter((word) => !JOINTS.has(word));
  if (words.length === 0 || isDate(words.join(' '))) return true;
  const [first = '', ...rest] = words;
  return rest.length > 0 && COUNTED.has(first) && rest.every((word) => /^\p{N}/u.test(word) || COUNTED.has(word));
}
