/** Facts by what a question needs to know of them. */
import type { GroundedFact } from './reading/fact.ts';
import { questionOf } from './reading/fact.ts';

export class FactIndex {
  readonly facts: readonly GroundedFact[];
  readonly #bySubject: ReadonlyMap<string, readonly GroundedFact[]>;
  readonly #answers = new Map<string, Set<string>>();

  constructor(facts: readonly GroundedFact[]) {
    this.facts = facts;
    this.#bySubject = Map.groupBy(facts, ({ subject }) => subject.name);
    for (const fact of facts) {
      this.#add(questionOf(fact), fact.object.name);
      this.#add(fact.stated, fact.subject.name);
    }
  }

  about(subject: string): readonly GroundedFact[] {
    return this.#bySubject.get(subject) ?? [];
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
