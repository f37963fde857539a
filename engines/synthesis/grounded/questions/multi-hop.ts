import { whoOrWhat } from './question.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks for the subject of a fact whose object is not named but described by another fact, of another passage where there is one. */
export const multiHop: QuestionForm = (index) =>
  index.facts.flatMap((first) => {
    if (first.isDate || !index.namesOne(first) || !TAKES_OBJECT.test(first.predicate)) return [];
    const bridges = index
      .about(first.object.name)
      .filter((second) => index.namesOne(second) && second.object.name !== first.subject.name);
    const apart = bridges.filter(({ evidence }) => evidence.passage !== first.evidence.passage);
    return (apart.length > 0 ? apart : bridges).map((second): MadeQuestion => {
      const described = DESCRIBED[whoOrWhat(second.predicate)] ?? 'the one that';
      const question = `${whoOrWhat(first.predicate)} ${first.predicate} ${described} ${second.predicate} ${second.object.label}?`;
      return { kind: 'multi_hop', form: 'bridge', question, answer: first.subject.label, facts: [first, second] };
    });
  });

/** What is described instead of named can only stand behind a preposition or a verb: not in "by the band …". */
const TAKES_OBJECT = / (?:of|by|in|on|at|to|from|with|for|near|against|under|over)$|^[a-z]+(?:ed|s)$/;

const DESCRIBED: Readonly<Record<string, string>> = { Who: 'the person who', What: 'the place or thing that' };
