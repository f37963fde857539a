/** Reads the sentences of a passage: which facts each states, with the questions that it answers. English. */
import { withoutMarkup } from '../../../knowledge/facts/index.ts';
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import type { ChunkName } from '../../../knowledge/names/index.ts';
import { withoutBrackets } from '../../../knowledge/names/index.ts';
import type { KnownFact } from '../../items/source.ts';
import { blanksIn } from './blanks.ts';
import { factsOfClause } from './clause-facts.ts';
import { clauseAt, verbOf } from './clause.ts';
import { factsOfDefinition } from './definition-facts.ts';
import { definitionAt } from './definition.ts';
import type { Evidence, GroundedFact, ReadFact } from './fact.ts';
import { livedFacts } from './life.ts';
import type { Phrase } from './phrases.ts';
import { behindAside, frontDate, isCut, readSentences } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { subjectNamed } from './subject.ts';
import type { Subject } from './subject.ts';
import { Topic } from './topic.ts';

/** `known` are the facts of a graph: where the rules do not know what a sentence is about, they may. */
export function readPassage(
  text: string,
  names: readonly ChunkName[],
  evidences: readonly Evidence[],
  known: readonly KnownFact[],
): GroundedFact[] {
  const plain = withoutMarkup(text);
  const byName = new Map(names.map((name) => [name.name, name]));
  const topic = new Topic(plain, byName);
  return readSentences(text, plain, names, evidences).flatMap((sentence) => {
    const { evidence, words } = sentence;
    if (words.at(-1)?.text === '?') return [];
    const front = frontDate(words);
    const found = topic.find(sentence, front?.after ?? 0);
    if (found === null) return factsOfGraph(known, sentence);
    const subject = topic.learn(found, sentence);
    if (subject === null || isCut(sentence)) return [];
    const read = factsOf(subject, found.after, sentence, front?.phrase ?? null);
    const facts = read.map((fact): GroundedFact => ({ subject, ...fact, evidence }));
    return [...facts, ...blanksIn(subject, found.after, sentence, byName)];
  });
}

/** A predicate in the words of the sentence is a clause of the subject that the graph has for it. */
function factsOfGraph(known: readonly KnownFact[], { evidence, words }: Sentence): GroundedFact[] {
  const { start, end, sentence } = evidence;
  return known.flatMap(({ subject: { name, label }, predicate, ...fact }): GroundedFact[] => {
    const place = fact.start >= start && fact.end <= end ? sentence.indexOf(predicate) : -1;
    const at = place < 0 ? -1 : words.findIndex((word) => word.start === start + place);
    const subject = at < 0 ? null : subjectNamed({ name, label: withoutBrackets(label) }, '');
    if (subject === null) return [];
    return clauseFacts(subject, words, at, null).map((read) => ({ subject, ...read, evidence }));
  });
}

function factsOf(subject: Subject, after: number, { all, words }: Sentence, front: Phrase | null): ReadFact[] {
  const life = livedFacts(all, after, subject);
  const { at, aside } = behindAside(words, after);
  const verb = verbOf(subject, words, at);
  const asides = aside === null ? [] : asideFacts(subject, words.slice(aside, at - 1), verb?.auxiliary ?? 'is');
  const definition = verb?.lemma === 'be' ? definitionAt(words, verb.after) : null;
  const stated =
    verb !== null && definition !== null
      ? factsOfDefinition(subject, verb, definition, words)
      : clauseFacts(subject, words, at, front);
  return [...life, ...asides, ...stated];
}

/** ", who won …," and ", the capital of …,". */
function asideFacts(subject: Subject, words: readonly TaggedWord[], verb: string): ReadFact[] {
  const [first] = words;
  if (first === undefined) return [];
  if (/^(?:who|which)$/.test(first.text)) return clauseFacts(subject, words, 1, null);
  const definition = definitionAt(words, 0);
  if (definition === null || !definition.isDefinite || subject.sort === 'person') return [];
  const be = {
    words: [],
    auxiliary: verb === 'was' ? 'was' : 'is',
    rest: '',
    lemma: 'be',
    isPassive: false,
    after: 0,
  };
  return factsOfDefinition(subject, be, definition, words);
}

function clauseFacts(subject: Subject, words: readonly TaggedWord[], at: number, front: Phrase | null): ReadFact[] {
  const clause = clauseAt(subject, words, at, front);
  return clause === null ? [] : factsOfClause(clause);
}
