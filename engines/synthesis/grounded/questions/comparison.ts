import type { GroundedFact } from '../facts.ts';
import { whoOrWhat } from './question.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Comparisons of one fact with others: more of them would crowd out the rest. */
const MOST_PARTNERS = 3;

/** Asks which of two came first, by facts with the same predicate and different years. */
export const comparison: QuestionForm = (index) =>
  index.predicates.flatMap((predicate) => {
    const dated = index
      .with(predicate)
      .filter((fact) => fact.isDate && yearOf(fact) !== null && index.hasOneObject(fact));
    return dated.flatMap((first, at) =>
      dated.slice(at + 1, at + 1 + MOST_PARTNERS).flatMap((second) => compare(predicate, first, second)),
    );
  });

function compare(predicate: string, first: GroundedFact, second: GroundedFact): MadeQuestion[] {
  const [a, b] = [yearOf(first) ?? 0, yearOf(second) ?? 0];
  if (a === b || first.subject.name === second.subject.name) return [];
  const word = whoOrWhat(predicate) === 'Who' ? 'Who' : 'Which';
  const question = `${word} ${predicate.replace(/ (?:in|on)$/, '')} earlier: ${first.subject.label} or ${second.subject.label}?`;
  const answer = a < b ? first.subject.label : second.subject.label;
  return [{ kind: 'comparison', form: 'earlier', question, answer, facts: [first, second] }];
}

const YEAR = /\b(?:1\d{3}|20\d{2})\b/;

function yearOf({ object }: GroundedFact): number | null {
  const [year] = YEAR.exec(object.label) ?? [];
  return year === undefined ? null : Number(year);
}
