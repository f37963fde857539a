import type { FactIndex } from '../fact-index.ts';
import type { GroundedFact } from '../reading/fact.ts';
import { isGeneral, questionOf } from '../reading/fact.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks of another subject of the same kind what only some subjects are said to be: nothing of it is said with these words. */
export const unanswerable: QuestionForm = (index) => {
  const said = new SaidOf(index);
  const general = index.facts.filter((fact) => isGeneral(fact) && fact.kind !== 'description' && kindOf(fact) !== null);
  return [...Map.groupBy(general, kindOf).values()].flatMap((facts) => {
    const subjects = [...new Map(facts.map((fact) => [fact.subject.name, fact])).values()];
    const places = new Map(subjects.map(({ subject }, at) => [subject.name, at]));
    return facts.flatMap((fact, at): MadeQuestion[] => {
      const own = places.get(fact.subject.name) ?? 0;
      const other = subjects[(own + 1 + (at % Math.max(1, subjects.length - 1))) % subjects.length];
      if (other === undefined || other.subject.name === fact.subject.name) return [];
      const words = contentOf(fact.predicate);
      const question = words.length === 0 || said.has(other.subject, words) ? null : questionOf(fact, other.subject.label);
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
  });
};

/** A question for the birth of a river is none. */
function kindOf({ subject: { sort, noun } }: GroundedFact): string | null {
  return sort === 'person' ? sort : noun;
}

/** Sentences that are searched for a name: of one that more have, nothing is known for sure. */
const MOST_SENTENCES = 200;

/** What the sentences of facts say of a subject. */
class SaidOf {
  readonly #index: FactIndex;
  readonly #sentences = new Map<string, string[]>();

  constructor(index: FactIndex) {
    this.#index = index;
    for (const sentence of new Set(index.facts.map(({ evidence }) => evidence.sentence))) {
      for (const word of new Set(wordsOf(sentence))) {
        const list = this.#sentences.get(word);
        if (list) list.push(sentence);
        else this.#sentences.set(word, [sentence]);
      }
    }
  }

  /** Whether a sentence about a subject, or with its name, has one of the words. */
  has({ name, label }: GroundedFact['subject'], words: readonly string[]): boolean {
    const naming = wordsOf(label)
      .map((word) => this.#sentences.get(word) ?? [])
      .reduce((fewest, list) => (list.length < fewest.length ? list : fewest));
    if (naming.length > MOST_SENTENCES) return true;
    const own = this.#index.about(name).map(({ evidence }) => evidence.sentence);
    return [...naming.filter((sentence) => sentence.includes(label)), ...own].some((sentence) =>
      words.some((word) => sentence.toLowerCase().includes(word)),
    );
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

const LIGHT = new Set('is are was were been being has have had the a an in on at of by to from with and'.split(' '));

const contentOf = (predicate: string): readonly string[] =>
  predicate
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 2 && !LIGHT.has(word));
