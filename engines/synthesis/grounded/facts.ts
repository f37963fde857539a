/** Facts of passages, as questions are made from them: with the sentence that states them. */
import { statementsOf } from '../../text/statements.ts';
import { chunkNames } from '../../knowledge/names/index.ts';
import type { Source } from '../items/source.ts';
import { canReadFacts } from './readable.ts';
import type { Evidence, GroundedFact } from './reading/fact.ts';
import { readPassage } from './reading/passage.ts';

type Passage = Pick<Source, 'id' | 'title' | 'text'> & Partial<Pick<Source, 'facts'>>;

/** The facts that sentences of an English passage state. */
export function factsOf({ id, title, text, facts = null }: Passage): GroundedFact[] {
  if (!canReadFacts(text)) return [];
  const names = chunkNames({ title, text, language: 'en' }, () => false);
  const sentences = statementsOf(text)
    .filter(({ kind }) => kind === 'sentence')
    .map(({ start, end }): Evidence => ({ passage: id, start, end, sentence: text.slice(start, end) }));
  return readPassage(text, names, sentences, facts ?? []);
}

/** How much texts gave to questions that rules make: of few facts, few questions. */
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
