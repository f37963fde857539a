import type { FactIndex } from '../fact-index.ts';
import { asksWhen, whoOrWhat } from './question.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks of another subject what only some subjects are said to be: nothing of it is said with these words. */
export const unanswerable: QuestionForm = (index) => {
  const subjects = new Map(index.facts.map((fact) => [fact.subject.name, fact]));
  return index.facts.flatMap((fact, at): MadeQuestion[] => {
    const others = [...subjects.values()];
    const other =
      others[(others.findIndex(({ subject }) => subject.name === fact.subject.name) + 1 + at) % others.length];
    if (other === undefined || other.subject.name === fact.subject.name) return [];
    const sort = sortOf(index, fact.subject.name);
    if (sort === null || sortOf(index, other.subject.name) !== sort) return [];
    const words = contentOf(fact.predicate);
    const isSaid = index.facts.some(
      ({ subject, object, evidence }) =>
        (subject.name === other.subject.name ||
          object.name === other.subject.name ||
          evidence.sentence.includes(other.subject.label)) &&
        words.some((word) => evidence.sentence.toLowerCase().includes(word)),
    );
    const question = isSaid || words.length === 0 ? null : asksWhen({ ...fact, subject: other.subject });
    if (question === null) return [];
    return [
      {
        kind: 'unanswerable',
        form: 'other_subject',
        question,
        answer: null,
        facts: [fact],
        names: [other.evidence.passage],
      },
    ];
  });
};

/** Whether what is said of a subject is said of people or of things; `null` where nothing tells. A question for the birth of a river is none. */
function sortOf(index: FactIndex, subject: string): string | null {
  const sorts = new Set(index.about(subject).map(({ predicate }) => whoOrWhat(predicate)));
  if (sorts.has('Who') === sorts.has('What')) return null;
  return sorts.has('Who') ? 'Who' : 'What';
}

const LIGHT = new Set('is are was were been being has have had the a an in on at of by to from with and'.split(' '));

const contentOf = (predicate: string): readonly string[] =>
  predicate
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 2 && !LIGHT.has(word));
