import type { GroundedFact } from '../reading/fact.ts';
import { isGeneral, isOfLife, questionOf } from '../reading/fact.ts';
import { measuredIn } from './measured.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';
import { toldApart } from './alternative.ts';

/** Comparisons of one fact with others: more of them would crowd out the rest. */
const MOST_PARTNERS = 2;

/** What can be compared: facts with equal keys and different values, of subjects of one kind. */
interface Comparable {
  readonly fact: GroundedFact;
  readonly form: string;
  /** "Which mill was built earlier". */
  readonly asked: string;
  /** Metres are compared with metres. */
  readonly unit: string;
  /** The answer has the lesser. */
  readonly value: number;
}

/** Asks which of two came first, is larger, or is in a place. */
export const comparison: QuestionForm = (index) => [...compared(index), ...toldApart(index)];

const compared: QuestionForm = (index) => {
  const known = index.facts.filter((fact) => index.hasOneAnswer(questionOf(fact) ?? ''));
  const comparable = known.flatMap((fact) =>
    [happened(fact), cameOut(fact), measured(fact)].filter((one) => one !== null),
  );
  const groups = Map.groupBy(comparable, ({ asked, unit }) => `${asked}\u0000${unit}`);
  return [...groups.values()]
    .map(byKind)
    .flatMap((group) =>
      group.flatMap((first, at) =>
        group.slice(at + 1, at + 1 + MOST_PARTNERS).flatMap((second) => compare(first, second)),
      ),
    );
};

/** Those whose subjects are of one kind, such as "novelist", next to each other. */
const byKind = (group: readonly Comparable[]): Comparable[] =>
  [...Map.groupBy(group, ({ fact }) => fact.subject.noun).values()].flat();

function compare(first: Comparable, second: Comparable): MadeQuestion[] {
  const [a, b] = [first.fact.subject, second.fact.subject];
  if (first.value === second.value || a.name === b.name || a.label === b.label) return [];
  const question = `${first.asked}: ${a.label} or ${b.label}?`;
  const answer = first.value < second.value ? a.label : b.label;
  return [{ kind: 'comparison', form: first.form, question, answer, facts: [first.fact, second.fact] }];
}

/** "Which mill was built earlier", "Who was born earlier". */
function happened(fact: GroundedFact): Comparable | null {
  const word = wordOf(fact);
  const value = fact.kind === 'date' ? yearIn(fact.object.label, YEAR_AT_END) : null;
  if (word === null || value === null || !isGeneral(fact)) return null;
  // Without the preposition before the date.
  const verb = fact.predicate.replace(/ (?:in|on|during|around|between)$/, '');
  return { fact, form: isOfLife(fact) ? 'earlier_life' : 'earlier', asked: `${word} ${verb} earlier`, unit: '', value };
}

const WORKS: ReadonlySet<string> = new Set(
  'film novel novella album song single play opera musical book series show game'.split(' '),
);

/** "a 1931 British film" came out in 1931. */
function cameOut(fact: GroundedFact): Comparable | null {
  const { noun } = fact.subject;
  const value = fact.kind === 'description' ? yearIn(fact.object.label, YEAR_IN_FRONT) : null;
  if (value === null || noun === null || !WORKS.has(noun)) return null;
  return { fact, form: 'earlier_work', asked: `Which ${noun} came out earlier`, unit: '', value };
}

/** "Which tower is taller", "Which stadium has the greater capacity". */
function measured(fact: GroundedFact): Comparable | null {
  const { noun } = fact.subject;
  const measure = measuredIn(fact);
  if (noun === null || measure === null) return null;
  return { fact, form: 'greater', asked: `Which ${noun} ${measure.asked}`, unit: measure.unit, value: -measure.value };
}

function wordOf({ subject: { sort, noun } }: GroundedFact): string | null {
  if (sort === 'person') return 'Who';
  return noun === null ? null : `Which ${noun}`;
}

const YEAR_AT_END = /\b(1\d{3}|20\d{2})$/;
const YEAR_IN_FRONT = /^an? (1\d{3}|20\d{2}) /;

function yearIn(label: string, pattern: RegExp): number | null {
  const [, year] = pattern.exec(label) ?? [];
  return year === undefined ? null : Number(year);
}
