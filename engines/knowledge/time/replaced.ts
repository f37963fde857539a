/** What a later question puts in place of the time of an earlier one. For questions of at most some hundred words. */
import type { Span } from '../../text/span.ts';
import { words, type Word } from '../../text/words.ts';
import { datesIn } from './dates-in.ts';
import { orderWord } from './question.ts';
import { MONTHS } from './words.ts';

/**
 * "Now" in words that are no dates. The other words of order, such as "latest", may choose among what another date
 * says.
 */
const NOW = new Set('now nowadays currently derzeit jetzt gegenwärtig zurzeit'.split(' '));
const ARTICLES = new Set('the der dem den das'.split(' '));
/** What may stand between a date and the rest of its sentence. */
const LEADS_TO_DATE = new Set([
  ...ARTICLES,
  ...`as of at in on by since from until till through throughout before prior to after during between around circa about for end
   early late mid beginning year years im am seit ab von vom bis vor nach um stand zwischen während zum anfang ende mitte jahr jahre
   jahren`.split(/\s+/),
]);
/** Where dates lie does not depend on the day on which they are read. */
const ANY_DAY = { written: 0, dayFirst: null };

/** Whether a question says of which time it asks. A month without its year leaves that to the question before. */
export function saysTime(question: string): boolean {
  const wordsOf = (text: string): string[] => Array.from(words(text), (word) => word.text.toLowerCase());
  const isWhole = (date: string): boolean => /\d{4}/.test(date) || !wordsOf(date).some((word) => MONTHS.has(word));
  return (
    datesIn(question, ANY_DAY).some(({ start, end }) => isWhole(question.slice(start, end))) ||
    wordsOf(question).some((word) => NOW.has(word))
  );
}

/**
 * A question without its dates, what leads to them, and its word of order: "Who was mayor in 2017?" is "Who was
 * mayor?".
 */
export function withoutTime(question: string): string {
  const dates = datesIn(question, ANY_DAY);
  const read = Array.from(words(question));
  const order = orderWord(question, dates);
  const spans = [...dates.map((date) => withLead(question, read, date)), ...(order === null ? [] : [order])];
  if (spans.length === 0) return question;
  let left = '';
  let end = 0;
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    left += question.slice(end, Math.max(end, span.start));
    ({ end } = span);
  }
  return `${left}${question.slice(end)}`
    .replace(/\s+/g, ' ')
    .replace(/ (?=[?!.,;])/g, '')
    .replace(/^[ ,;]+/, '')
    .trimEnd();
}

/**
 * A date from the first of the words on that lead to it. In "the 2010 election" the year describes what follows, and
 * none does.
 */
function withLead(question: string, read: readonly Word[], { start, end }: Span): Span {
  let from = start;
  for (const word of read.filter((before) => before.end <= start).reverse()) {
    if (!LEADS_TO_DATE.has(word.text.toLowerCase()) || question.slice(word.end, from).trim() !== '') break;
    if (from === start && ARTICLES.has(word.text.toLowerCase()) && /^\d+$/.test(question.slice(start, end))) break;
    from = word.start;
  }
  return { start: from, end };
}
