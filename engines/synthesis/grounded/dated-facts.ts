/** What a sentence says of its subject with a date: "Carrow Mill was built in 1783." */
import type { ChunkName } from '../../knowledge/names/chunk-names.ts';

export interface DatedFact {
  readonly subject: string;
  readonly predicate: string;
  /** As written. */
  readonly date: string;
}

/** A verb phrase of up to six words, a preposition, and a date with a year from 1000 to 2099. English. */
const STATEMENT =
  /^ ((?:was|were|is|are)(?: [a-z-]{2,20}){1,4} (?:in|on)) ((?:\d{1,2} )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December) )?(?:\d{1,2}, )?(?:1\d{3}|20\d{2}))\b/;

/** `null` unless the sentence begins with a name that such a phrase follows. */
export function datedFactOf(sentence: string, names: readonly ChunkName[]): DatedFact | null {
  const bare = sentence.replace(/^(?:The|A|An) /, '');
  for (const { name, label } of names) {
    if (!bare.startsWith(label)) continue;
    const [, predicate, date] = STATEMENT.exec(bare.slice(label.length)) ?? [];
    if (predicate !== undefined && date !== undefined) return { subject: name, predicate, date };
  }
  return null;
}
