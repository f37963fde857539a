import type { GroundedFact } from '../reading/fact.ts';
import { questionOf } from '../reading/fact.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Questions of one description: more of them would crowd out the rest. */
const MOST_FACTS = 3;

/** Asks for a fact of what is not named but described by another fact, of another passage where there is one. */
export const multiHop: QuestionForm = (index) =>
  index.facts.flatMap((first) => {
    const { described, object, subject } = first;
    const isOne = described !== null && index.hasOneAnswer(questionOf(first) ?? '');
    if (!isOne) return [];
    const facts = index.about(object.name).filter((second) => leads(second, subject.label) && index.hasOneAnswer(questionOf(second) ?? ''));
    const apart = facts.filter(({ evidence }) => evidence.passage !== first.evidence.passage);
    return (apart.length > 0 ? apart : facts).slice(0, MOST_FACTS).map((second): MadeQuestion => {
      const { sort, noun } = second.subject;
      const known = sort === 'person' ? 'the person who' : `the ${noun ?? 'organization'} that`;
      const question = questionOf(second, `${known} ${described}`) ?? '';
      return { kind: 'multi_hop', form: 'bridge', question, answer: second.object.label, facts: [first, second] };
    });
  });

/** Not back to where the path began. */
const leads = (fact: GroundedFact, from: string): boolean =>
  fact.asked !== null && fact.subject.sort !== null && !fact.object.label.includes(from) && !(questionOf(fact) ?? '').includes(from);
