import type { FactIndex } from '../fact-index.ts';
import type { GroundedFact } from '../reading/fact.ts';
import { isOfLife, questionOf } from '../reading/fact.ts';
import { namesSubject } from '../reading/subject-question.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Questions with one description, and for one fact: more of them would crowd out the rest. */
const MOST = 2;
const LONGEST_DESCRIPTION = 16;

/**
 * Asks for a fact of what is not named but described by another fact: of its object ("the person who built Carrow
 * Mill") or of its subject ("the mill that was built by John Crow"). They are of two sentences, of different passages
 * where there are such.
 */
export const multiHop: QuestionForm = (index) => {
  const asked = new Map<GroundedFact, number>();
  return index.facts.flatMap((first) =>
    [objectOf(index, first), subjectOf(index, first)].flatMap((described) => {
      if (described === null) return [];
      const made = questionsOn(first, described, index)
        .filter(({ second }) => (asked.get(second) ?? 0) < MOST)
        .slice(0, MOST);
      for (const { second } of made) asked.set(second, (asked.get(second) ?? 0) + 1);
      return made.map(({ question }) => question);
    }),
  );
};

/** What a fact describes. */
interface Described {
  readonly name: string;
  /** What to call it, by what another fact says that it is; `null`: nothing fits. */
  readonly call: (fact: GroundedFact) => string | null;
}

/** "the person who built Carrow Mill" */
function objectOf(index: FactIndex, first: GroundedFact): Described | null {
  const { described, object } = first;
  if (described === null || !index.hasOneAnswer(questionOf(first) ?? '')) return null;
  const call = ({ subject: { sort, noun } }: GroundedFact): string | null => {
    const kind = sort === 'person' ? sort : noun;
    if (described.startsWith('the {kind}') ? kind === null : sort !== 'person') return null;
    return described.replace('{kind}', () => kind ?? '').replace('{who}', sort === 'person' ? 'who' : 'that');
  };
  return { name: object.name, call };
}

/** "the mill that was built by John Crow" */
function subjectOf(index: FactIndex, { stated, subject }: GroundedFact): Described | null {
  if (stated === null || stated.called.split(' ').length > LONGEST_DESCRIPTION || !index.hasOneAnswer(stated.question))
    return null;
  return { name: subject.name, call: () => stated.called };
}

function questionsOn(first: GroundedFact, { name, call }: Described, index: FactIndex) {
  const facts = index.about(name).filter((second) => leads(index, first, second));
  const apart = facts.filter(({ evidence }) => evidence.passage !== first.evidence.passage);
  return (apart.length > 0 ? apart : facts).flatMap((second) => {
    const called = call(second);
    const text = called === null ? null : questionOf(second, called);
    // What is asked must not have the name that the description stands for.
    if (text === null || namesSubject(second.subject, questionOf(second, '') ?? '')) return [];
    const form = isOfLife(second) ? 'bridge_life' : 'bridge';
    const question: MadeQuestion = {
      kind: 'multi_hop',
      form,
      question: text,
      answer: second.object.label,
      facts: [first, second],
    };
    return [{ second, question }];
  });
}

/** Not back to where the path began, and to no more than what the first fact says anyway. */
function leads(index: FactIndex, first: GroundedFact, second: GroundedFact): boolean {
  const question = questionOf(second);
  if (
    question === null ||
    second.kind === 'description' ||
    second.subject.sort === null ||
    !index.hasOneAnswer(question)
  )
    return false;
  const isSamePassage = second.evidence.passage === first.evidence.passage;
  if (isSamePassage && second.evidence.start === first.evidence.start) return false;
  // A film and a book may have one name.
  const isSameThing = second.subject.noun !== null && second.subject.noun === first.subject.noun;
  if (second.subject.name === first.subject.name && !isSamePassage && !isSameThing) return false;
  // "the film that was directed by Edith Farrow on 4 May": what was?
  if (PREPOSITION.test(second.asked?.[1] ?? '')) return false;
  const said = `${question} ${second.object.label}`;
  return [first.subject, first.object].every(({ label }) => label === second.subject.label || !said.includes(label));
}

const PREPOSITION = /^ (?:in|on|at|by|for|from|to|with|as|of|into|during|between|after|over) /;
