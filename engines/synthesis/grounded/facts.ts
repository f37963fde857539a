/** Facts of passages, as questions are made from them: with the sentence that states them. */
import { statementsOf } from '../../text/statements.ts';
import { chunkNames } from '../../knowledge/names/chunk-names.ts';
import type { Source } from '../items/source.ts';
import type { Evidence, GroundedFact } from './reading/fact.ts';
import { canReadFacts } from './readable.ts';
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
