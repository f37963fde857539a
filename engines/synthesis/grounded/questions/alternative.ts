import type { GroundedFact } from '../reading/fact.ts';
import { questionOf } from '../reading/fact.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks which of two things of a kind is in a place, where the other one is said to be in another. */
export const toldApart: QuestionForm = (index) => {
  const located = index.facts.filter((fact) => isPlaced(fact) && index.hasOneAnswer(questionOf(fact) ?? ''));
  const groups = Map.groupBy(located, ({ subject }) => subject.noun ?? '');
  return [...groups.values()].flatMap((facts) => facts.flatMap((first, at) => tellApart(first, facts[at + 1])));
};

const isPlaced = ({ kind, asked, object, subject }: GroundedFact): boolean =>
  kind === 'place' &&
  asked?.[0] === 'Where is ' &&
  asked[1] === ' located?' &&
  /^\p{Lu}/u.test(object.label) &&
  subject.noun !== null;

function tellApart(first: GroundedFact, second: GroundedFact | undefined): MadeQuestion[] {
  if (
    second === undefined ||
    first.subject.name === second.subject.name ||
    first.subject.label === second.subject.label
  )
    return [];
  const [place, other] = [first.object.label, second.object.label];
  // "Norfolk, England" and "England" do not tell anything apart.
  const isApart = [nearest(place), nearest(other)].every((name, at) => ![other, place][at]?.includes(name));
  const isNamed = [first.subject.label, second.subject.label].some(
    (label) => label.includes(nearest(place)) || place.includes(label),
  );
  if (!isApart || isNamed) return [];
  const question = `Which ${first.subject.noun ?? ''} is located in ${place}: ${second.subject.label} or ${first.subject.label}?`;
  return [{ kind: 'comparison', form: 'located', question, answer: first.subject.label, facts: [first, second] }];
}

const nearest = (place: string): string => place.split(',')[0] ?? place;
