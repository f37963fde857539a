/** Facts by what a question needs to know of them. */
import type { GroundedFact } from './reading/fact.ts';
import { questionOf } from './reading/fact.ts';

const MOST_ABOUT = 60;

export class FactIndex {
  readonly facts: readonly GroundedFact[];
  readonly #bySubject: ReadonlyMap<string, readonly GroundedFact[]>;
  readonly #answers = new Map<string, Set<string>>();

  readonly #texts: ReadonlyMap<string, string>;

  /** `texts` are those of the passages, by their identifier. */
  constructor(facts: readonly GroundedFact[], texts: ReadonlyMap<string, string>) {
    this.facts = facts;
    this.#texts = texts;
    this.#bySubject = Map.groupBy(facts, ({ subject }) => subject.name);
    for (const fact of facts) {
      this.#add(questionOf(fact), fact.object.name);
      this.#add(fact.stated?.question ?? null, fact.subject.name);
    }
  }

  /** At most {@link MOST_ABOUT}: a question reads them all. */
  about(subject: string): readonly GroundedFact[] {
    return this.#bySubject.get(subject)?.slice(0, MOST_ABOUT) ?? [];
  }

  /** The passages that have facts of a subject. */
  textsAbout(subject: string): readonly string[] {
    return [...new Set(this.about(subject).map(({ evidence }) => evidence.passage))].map(
      (id) => this.#texts.get(id) ?? '',
    );
  }

  /** Whether all facts give a question the same answer. */
  hasOneAnswer(question: string): boolean {
    return this.#answers.get(keyOf(question))?.size === 1;
  }

  #add(question: string | null, answer: string): void {
    if (question === null) return;
    const answers = this.#answers.get(keyOf(question)) ?? new Set();
    this.#answers.set(keyOf(question), answers.add(answer));
  }
}

const keyOf = (question: string): string => question.toLowerCase();
