/**
 * Statements that say nothing but when their text was written: no answers, except to a question for a time or a place.
 */
import type { Statement } from '../../text/statements.ts';
import { LONGEST_LINE, isDateline } from '../time/document-date.ts';

/** What asks for a time, a place or a person: also the lines at the head of a text may answer it. */
const ASKS_OF_HEAD =
  /(?:^|[^\p{L}])(?:when|where|who|whom|whose|date|year|wann|wo|woher|wer|wen|wem|wessen|datum|jahr)(?:$|[^\p{L}])/iu;
/** "Place: Town Hall": a label of at most three words, and what it stands for, which is no sentence. */
const LABELLED = /^\p{Lu}[\p{L}-]{0,30}(?: [\p{L}-]{1,30}){0,2}: [^.!?]+$/u;

/**
 * The statements of a text without those that only date it. A date that is all that its section says is what the
 * heading asks for, as below "Deadline". `heading`: that of the text.
 */
export function withoutDatelines(
  text: string,
  statements: readonly Statement[],
  heading: string,
): readonly Statement[] {
  const sections = Map.groupBy(statements, (one) => one.heading?.[0] ?? -1);
  return [...sections].flatMap(([at, section]) => {
    const saying = section.filter((one) => !onlyDates(text, one));
    const isHeaded = at >= 0 || heading !== '';
    return saying.length === 0 && isHeaded ? section : saying;
  });
}

export const asksOfHead = (question: string): boolean => ASKS_OF_HEAD.test(question);

/** A line with a date, or the head of a text: such a line among others with labels. */
function onlyDates(text: string, { kind, start, end }: Statement): boolean {
  if (kind === 'row') return false;
  const sentence = text.slice(start, end);
  if (sentence.includes('\n')) return isHead(sentence);
  // A sentence ends at the day of "4. Mai 2019".
  const [line = ''] = text.slice(start, start + LONGEST_LINE + 1).split('\n', 1);
  return isDateline(sentence) || isDateline(line.trim());
}

function isHead(sentence: string): boolean {
  const lines = sentence.split('\n').map((line) => line.trim());
  return lines.some(isDateline) && lines.every((line) => isDateline(line) || LABELLED.test(line));
}
