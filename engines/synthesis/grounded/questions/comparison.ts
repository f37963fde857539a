import type { GroundedFact } from '../reading/fact.ts';
import { isGeneral, questionOf } from '../reading/fact.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Comparisons of one fact with others: more of them would crowd out the rest. */
const MOST_PARTNERS = 3;

/** Asks which of two came first, by facts with the same predicate and different years, of subjects of one kind. */
export const comparison: QuestionForm = (index) => {
  const dated = index.facts.filter((fact) => isGeneral(fact) && yearOf(fact) !== null && wordOf(fact) !== null);
  const single = dated.filter((fact) => index.hasOneAnswer(questionOf(fact) ?? ''));
  const groups = Map.groupBy(single, (fact) => `${wordOf(fact) ?? ''}\u0000${verbOf(fact)}`);
  return [...groups.values()].flatMap((facts) =>
    facts.flatMap((first, at) =>
      facts.slice(at + 1, at + 1 + MOST_PARTNERS).flatMap((second) => compare(first, second)),
    ),
  );
};

function compare(first: GroundedFact, second: GroundedFact): MadeQuestion[] {
  const [a, b] = [yearOf(first) ?? 0, yearOf(second) ?? 0];
  if (a === b || first.subject.name === second.subject.name) return [];
  const question = `${wordOf(first) ?? ''} ${verbOf(first)} earlier: ${first.subject.label} or ${second.subject.label}?`;
  const answer = a < b ? first.subject.label : second.subject.label;
  return [{ kind: 'comparison', form: 'earlier', question, answer, facts: [first, second] }];
}

function wordOf({ subject: { sort, noun } }: GroundedFact): string | null {
  if (sort === 'person') return 'Who';
  return noun === null ? null : `Which ${noun}`;
}

/** Without the preposition before the date. */
const verbOf = ({ predicate }: GroundedFact): string => predicate.replace(/ (?:in|on|during|around|between)$/, '');

const YEAR = /\b(?:1\d{3}|20\d{2})$/;

function yearOf({ kind, object }: GroundedFact): number | null {
  const [year] = kind === 'date' ? (YEAR.exec(object.label) ?? []) : [];
  return year === undefined ? null : Number(year);
}
