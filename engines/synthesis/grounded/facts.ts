/** Facts of passages, as questions are made from them: with the sentence that states them. */
import { statementsOf } from '../../knowledge/chunking/statements.ts';
import { statedFacts } from '../../knowledge/facts/stated-facts.ts';
import { guessLanguage } from '../../knowledge/lexis/language.ts';
import { chunkNames } from '../../knowledge/names/chunk-names.ts';
import { datedFactOf } from './dated-facts.ts';

export interface SourcePassage {
  /** Identifies it among all passages of the request. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Named {
  /** Normal form: equal for all spellings. */
  readonly name: string;
  /** As written. */
  readonly label: string;
}

/** Where a passage says it. */
export interface Evidence {
  readonly passage: string;
  /** The sentence: UTF-16 code units of the passage's text. */
  readonly start: number;
  readonly end: number;
  readonly sentence: string;
}

export interface GroundedFact {
  readonly subject: Named;
  /** As written, such as "was built in". */
  readonly predicate: string;
  readonly object: Named;
  readonly isDate: boolean;
  readonly evidence: Evidence;
}

/** What tells titles of one name apart. */
const BRACKET = / \([^()]{1,60}\)$/;

/** The facts that a passage states by rules; English only. Those with a date come last. */
export function factsOf({ id, title, text }: SourcePassage): GroundedFact[] {
  const language = guessLanguage(text);
  if (language !== 'en') return [];
  const names = chunkNames({ title, text, language }, () => false);
  const named = new Map(
    names.map(({ name, label }): [string, Named] => [name, { name, label: label.replace(BRACKET, '') }]),
  );
  const sentences = statementsOf(text).map(({ start, end }): Evidence => {
    return { passage: id, start, end, sentence: text.slice(start, end) };
  });
  const related = statedFacts(text, language, names).flatMap(({ predicate, spans, ...ends }): GroundedFact[] => {
    const evidence = sentences.find(({ start, end }) => start <= spans.object.start && spans.object.end <= end);
    const [subject, object] = [named.get(ends.subject), named.get(ends.object)];
    return evidence && subject && object ? [{ subject, predicate, object, isDate: false, evidence }] : [];
  });
  const dated = sentences.flatMap((evidence): GroundedFact[] => {
    const found = datedFactOf(evidence.sentence, names);
    const subject = named.get(found?.subject ?? '');
    if (!found || !subject) return [];
    const object = { name: found.date.toLowerCase(), label: found.date };
    return [{ subject, predicate: found.predicate, object, isDate: true, evidence }];
  });
  return [...related, ...dated];
}
