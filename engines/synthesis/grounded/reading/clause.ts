/** A clause: its subject, its verb, and the phrases behind it. */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import { tailFrom } from './phrases.ts';
import type { Phrase } from './phrases.ts';
import type { Subject } from './subject.ts';
import { verbGroupAt } from './verb-group.ts';
import type { VerbGroup } from './verb-group.ts';

export interface Clause {
  readonly subject: Subject;
  readonly verb: VerbGroup;
  readonly phrases: readonly Phrase[];
}

/** The verb at an index behind a subject; `null` when there is none. */
export const verbOf = ({ label }: Subject, words: readonly TaggedWord[], at: number): VerbGroup | null =>
  verbGroupAt(words, at, /^the .*s$/i.test(label));

/**
 * The clause whose verb is at an index, with the date that its sentence begins with. `null` for one that a question
 * cannot take apart.
 */
export function clauseAt(
  subject: Subject,
  words: readonly TaggedWord[],
  at: number,
  front: Phrase | null,
): Clause | null {
  const verb = verbOf(subject, words, at);
  const tail = verb && tailFrom(words, verb.after);
  // What is said with "is" and a noun is a definition, or nothing that a question can take apart.
  if (verb === null || tail === null || (verb.lemma === 'be' && !isMeasure(tail.phrases))) return null;
  return { subject, verb, phrases: front === null ? tail.phrases : [...tail.phrases, front] };
}

const isMeasure = ([first]: readonly Phrase[]): boolean =>
  /^(?:tall|high|long|wide|deep|thick)$/.test(first?.words.at(-1)?.text ?? '');
