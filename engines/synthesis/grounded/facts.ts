/** Facts of passages, as questions are made from them: with the sentence that states them. */
import { statementsOf } from '../../text/statements.ts';
import { statedFacts } from '../../knowledge/facts/stated-facts.ts';
import { guessLanguage } from '../../text/language.ts';
import { chunkNames } from '../../knowledge/names/chunk-names.ts';
import type { ChunkName } from '../../knowledge/names/chunk-names.ts';
import type { KnownFact, Source } from '../source.ts';
import { datedFactOf } from './dated-facts.ts';

type Passage = Pick<Source, 'id' | 'title' | 'text'> & Partial<Pick<Source, 'facts'>>;

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

/** Whether rules find the facts of a text: they know English alone. */
export const canReadFacts = (text: string): boolean => guessLanguage(text) === 'en';

/** The facts that a passage states: those of its graph, otherwise those found by rules. English only. Those with a date come last. */
export function factsOf({ id, title, text, facts = null }: Passage): GroundedFact[] {
  if (!canReadFacts(text)) return [];
  const names = chunkNames({ title, text, language: 'en' }, () => false);
  const sentences = statementsOf(text).map(({ start, end }): Evidence => {
    return { passage: id, start, end, sentence: text.slice(start, end) };
  });
  const stated = facts?.filter((fact) => isWritten(fact, text)) ?? factsByRules(text, names);
  const related = stated.flatMap(({ subject, predicate, object, start, end }): GroundedFact[] => {
    const evidence = sentences.find((sentence) => sentence.start <= start && end <= sentence.end);
    return evidence ? [{ subject: shown(subject), predicate, object: shown(object), isDate: false, evidence }] : [];
  });
  const named = new Map(names.map(({ name, label }): [string, Named] => [name, shown({ name, label })]));
  const dated = sentences.flatMap((evidence): GroundedFact[] => {
    const found = datedFactOf(evidence.sentence, names);
    const subject = named.get(found?.subject ?? '');
    if (!found || !subject) return [];
    const object = { name: found.date.toLowerCase(), label: found.date };
    return [{ subject, predicate: found.predicate, object, isDate: true, evidence }];
  });
  return [...related, ...dated];
}

const SPACE = /\s+/g;

/** What a model called a relation is no verb phrase that a question can repeat. */
const isWritten = ({ predicate, start, end }: KnownFact, text: string): boolean =>
  text.slice(start, end).replaceAll(SPACE, ' ').includes(predicate);

const shown = ({ name, label }: Named): Named => ({ name, label: label.replace(BRACKET, '') });

/** With the span of their objects: their subject may be a pronoun. */
function factsByRules(text: string, names: readonly ChunkName[]): KnownFact[] {
  const labels = new Map(names.map(({ name, label }) => [name, label]));
  return statedFacts(text, 'en', names).flatMap(({ predicate, spans, ...ends }): KnownFact[] => {
    const [subject, object] = [labels.get(ends.subject), labels.get(ends.object)];
    if (subject === undefined || object === undefined) return [];
    const { start, end } = spans.object;
    return [
      {
        ...{ subject: { name: ends.subject, label: subject }, predicate },
        ...{ object: { name: ends.object, label: object }, start, end },
      },
    ];
  });
}
