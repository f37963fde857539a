/**
 * Facts of a passage as a scripted model writes them: a sentence, a question that leaves one of its names or numbers
 * open, and that answer.
 */
import { statementsOf } from '../../../engines/text/statements.ts';

export interface WrittenFact {
  /** As in the passage. */
  readonly sentence: string;
  readonly question: string;
  readonly answer: string;
}

const YEAR = /\b(?:1\d{3}|20\d{2})\b/g;
const NUMBER = /\b\d{1,3}(?:[,.]?\d{1,3}){0,5}\b/g;
/** A name that does not begin the sentence. */
const NAME = /(?<=[a-z,] )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,3}/gu;

const OPEN = [
  { pattern: YEAR, word: 'which year' },
  { pattern: NAME, word: 'which name' },
  { pattern: NUMBER, word: 'which number' },
] as const;

const SUBJECT = /^(?:He|She|It|They|This|These)(?= [a-z])/;
const POSSESSIVE = /^(?:His|Her|Its|Their)(?= [a-z])/;
/** Words on either side of what is asked for. */
const NEAR = 12;

/** In the order of the text. Sentences that state no name or number have none. */
export function factsOf(title: string, text: string): readonly WrittenFact[] {
  return statementsOf(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    const found = OPEN.flatMap(({ pattern, word }) =>
      [...sentence.matchAll(pattern)].map((match) => ({ match, word })),
    );
    const answers = new Set<string>();
    return found.flatMap(({ match: { 0: answer, index }, word }): WrittenFact[] => {
      // A number within a name or a year has been asked for.
      if ([...answers].some((asked) => asked.includes(answer)) || title.includes(answer)) return [];
      answers.add(answer);
      const before = sentence.slice(0, index).trim().split(/\s+/);
      const after = withoutMarks(sentence.slice(index + answer.length))
        .trim()
        .split(/\s+/);
      const asked = [...before.slice(-NEAR), word, ...after.slice(0, NEAR)]
        .join(' ')
        .replaceAll(/ (?=[,;:)])/g, '')
        .trim();
      return [{ sentence, question: `${withoutMarks(named(asked, title))}?`, answer }];
    });
  });
}

const MARK = /[\s.!?,;:]/;

/** The text without the marks and the white space at its end. */
export function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && MARK.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The question by itself: it names the subject of the passage. */
function named(asked: string, title: string): string {
  const subject = asked.replace(POSSESSIVE, `${title}'s`).replace(SUBJECT, title);
  return subject !== asked || subject.includes(title) ? subject : `Regarding ${title}, ${subject}`;
}
