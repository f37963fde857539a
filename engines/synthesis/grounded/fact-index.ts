/** Facts by what a question needs to know of them. */
import type { GroundedFact } from './facts.ts';

export class FactIndex {
  readonly facts: readonly GroundedFact[];
  readonly #bySubject = new Map<string, GroundedFact[]>();
  readonly #byStatement = new Map<string, Set<string>>();
  readonly #byPredicate = new Map<string, GroundedFact[]>();

  constructor(facts: readonly GroundedFact[]) {
    this.facts = facts;
    for (const fact of facts) {
      const { subject, predicate, object } = fact;
      append(this.#bySubject, subject.name, fact);
      append(this.#byPredicate, predicate, fact);
      const statement = statementOf(predicate, object.name);
      const subjects = this.#byStatement.get(statement) ?? new Set();
      this.#byStatement.set(statement, subjects.add(subject.name));
    }
  }

  about(subject: string): readonly GroundedFact[] {
    return this.#bySubject.get(subject) ?? [];
  }

  with(predicate: string): readonly GroundedFact[] {
    return this.#byPredicate.get(predicate) ?? [];
  }

  /** Whether no other subject has the same predicate and object: then a question for the subject has one answer. */
  namesOne({ predicate, object }: GroundedFact): boolean {
    return this.#byStatement.get(statementOf(predicate, object.name))?.size === 1;
  }

  /** Whether its subject has the predicate with this object alone: then a question for the object has one answer. */
  hasOneObject({ subject, predicate, object }: GroundedFact): boolean {
    return this.about(subject.name).every((fact) => fact.predicate !== predicate || fact.object.name === object.name);
  }

  get predicates(): readonly string[] {
    return [...this.#byPredicate.keys()];
  }
}

const statementOf = (predicate: string, object: string): string => `${predicate}\u0000${object}`;

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
