/** How much texts gave to questions that rules make: of few facts, few questions. */
import type { Source } from '../items/source.ts';
import { canReadFacts } from './readable.ts';
import type { GroundedFact } from './reading/fact.ts';

export interface FoundFacts {
  readonly facts: number;
  readonly passages: number;
  readonly passages_with_facts: number;
  /** Passages that are not in English, in which rules find none. */
  readonly passages_in_other_languages: number;
}

export function countFacts(sources: readonly Pick<Source, 'text'>[], facts: readonly GroundedFact[]): FoundFacts {
  return {
    facts: facts.length,
    passages: sources.length,
    passages_with_facts: new Set(facts.map(({ evidence }) => evidence.passage)).size,
    passages_in_other_languages: sources.filter(({ text }) => !canReadFacts(text)).length,
  };
}
