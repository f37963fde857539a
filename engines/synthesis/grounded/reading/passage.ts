/** Reads the sentences of a passage: which facts each states, with the questions that it answers. English. */
import { namesIn, placesOf } from '../../../knowledge/facts/names-in.ts';
import type { NamedWords } from '../../../knowledge/facts/names-in.ts';
import { withoutMarkup } from '../../../knowledge/facts/stated-facts.ts';
import { tagWords } from '../../../knowledge/facts/tagger.ts';
import type { TaggedWord } from '../../../knowledge/facts/tagger.ts';
import type { ChunkName } from '../../../knowledge/names/chunk-names.ts';
import { withoutBrackets } from '../../../knowledge/names/normal.ts';
import type { KnownFact } from '../../items/source.ts';
import type { Evidence, GroundedFact } from './fact.ts';
import { factsOfClause } from './clause-facts.ts';
import type { ReadFact } from './clause-facts.ts';
import { blanksIn } from './blanks.ts';
import { isWhen } from './dates.ts';
import { definedFacts } from './defined.ts';
import { definitionAt } from './definition.ts';
import { livedFacts } from './life.ts';
import { tailFrom } from './phrases.ts';
import type { Phrase } from './phrases.ts';
import { spoken, withoutAsides } from './spoken.ts';
import { canBeSurname, nameAt, sortOfNoun, subjectNamed } from './subject.ts';
import type { FoundSubject, Subject } from './subject.ts';
import { verbGroupAt } from './verb-group.ts';

/** Verbs that have a person as their subject. */
const OF_PERSONS: ReadonlySet<string> = new Set('bear marry die graduate sing retire knight star'.split(' '));

/** `known` are the facts of a graph: where the rules do not know what a sentence is about, they may. */
export function readPassage(
  text: string,
  names: readonly ChunkName[],
  evidences: readonly Evidence[],
  known: readonly KnownFact[],
): GroundedFact[] {
  const plain = withoutMarkup(text);
  const places = placesOf(text, names);
  const reader = new Reader(plain, new Map(names.map((name) => [name.name, name])), known);
  let next = 0;
  return evidences.flatMap((evidence) => {
    const { start, end } = evidence;
    while (next < places.length && (places[next]?.start ?? 0) < start) next++;
    const from = next;
    while (next < places.length && (places[next]?.start ?? 0) < end) next++;
    const inSentence = places.slice(from, next);
    const all = tagWords(plain.slice(start, end)).map((word) => ({
      ...word,
      start: word.start + start,
      end: word.end + start,
    }));
    const words = withoutAsides(all);
    return reader.read({ evidence, all, words, names: namesIn(text, words, inSentence) });
  });
}

interface Sentence {
  readonly evidence: Evidence;
  readonly all: readonly TaggedWord[];
  /** Without what is in brackets. */
  readonly words: readonly TaggedWord[];
  readonly names: readonly NamedWords[];
}

class Reader {
  readonly #names: ReadonlyMap<string, ChunkName>;
  readonly #facts: readonly KnownFact[];
  /** What a pronoun can stand for. */
  #topic: Subject | null = null;
  readonly #text: string;
  readonly #isOfPerson: boolean;

  constructor(text: string, names: ReadonlyMap<string, ChunkName>, known: readonly KnownFact[]) {
    this.#text = text;
    this.#isOfPerson = /(?:^|[.!?]\s)(?:He|She|His|Her) /.test(text);
    this.#names = names;
    this.#facts = known;
  }

  read(sentence: Sentence): GroundedFact[] {
    const { evidence, words } = sentence;
    if (words.at(-1)?.text === '?') return [];
    const front = frontDate(words);
    const found = this.#subjectAt(sentence, front?.after ?? 0);
    if (found === null) {
      this.#topic = null;
      return this.#fromGraph(sentence);
    }
    const subject = this.#known(found, sentence);
    if (subject === null) {
      this.#topic = null;
      return [];
    }
    this.#topic = subject;
    if (isCut(sentence)) return [];
    const read = this.#factsOf(subject, found.after, sentence, front?.phrase ?? null);
    const facts = read.map((fact): GroundedFact => ({ subject, ...fact, evidence }));
    return [...facts, ...blanksIn(subject, found.after, sentence, this.#names)];
  }

  /** A predicate in the words of the sentence is a clause of the subject that the graph has for it. */
  #fromGraph({ evidence, words }: Sentence): GroundedFact[] {
    const { start, end, sentence } = evidence;
    return this.#facts.flatMap(({ subject: { name, label }, predicate, ...fact }): GroundedFact[] => {
      const place = fact.start >= start && fact.end <= end ? sentence.indexOf(predicate) : -1;
      const at = place < 0 ? -1 : words.findIndex((word) => word.start === start + place);
      const subject = at < 0 ? null : subjectNamed({ name, label: withoutBrackets(label) }, '');
      return subject === null
        ? []
        : clauseFacts(subject, words, at, null).map((read) => ({ subject, ...read, evidence }));
    });
  }

  #factsOf(subject: Subject, after: number, { all, words }: Sentence, front: Phrase | null): ReadFact[] {
    const life = livedFacts(all, after, subject);
    const { at, aside } = behindAside(words, after);
    const verb = verbGroupAt(words, at, isPlural(subject));
    const asides = aside === null ? [] : this.#asideFacts(subject, words.slice(aside, at - 1), verb?.auxiliary ?? 'is');
    if (verb === null) return [...life, ...asides];
    if (verb.lemma === 'be') {
      const definition = definitionAt(words, verb.after);
      if (definition !== null) return [...life, ...asides, ...definedFacts(subject, verb, definition, words)];
    }
    return [...life, ...asides, ...clauseFacts(subject, words, at, front)];
  }

  /** ", who won …," and ", the capital of …,". */
  #asideFacts(subject: Subject, words: readonly TaggedWord[], verb: string): ReadFact[] {
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
    return definedFacts(subject, be, definition, words);
  }

  #subjectAt(sentence: Sentence, at: number): FoundSubject | null {
    const { words, names } = sentence;
    const first = words[at]?.text.toLowerCase() ?? '';
    const topic = this.#topic;
    if (topic !== null && (first === 'he' || first === 'she') && topic.sort !== 'thing')
      return { ...topic, sort: 'person', after: at + 1 };
    if (topic !== null && first === 'it' && topic.sort !== 'person') {
      return words.some(({ text }) => text === 'that') ? null : { ...topic, after: at + 1 };
    }
    const second = words[at + 1]?.text.toLowerCase() ?? '';
    if (topic?.noun && first === 'the' && second === topic.noun) return { ...topic, after: at + 2 };
    const named = nameAt(words, at, names);
    const name = this.#names.get(named?.found.name ?? '');
    if (named === null || name === undefined) return null;
    const label = withoutBrackets(name.label);
    const subject = subjectNamed({ name: name.name, label }, named.article);
    // "In 2010 Piraeus": a year begins no name but that of the passage.
    if (name.role !== 2 && /^\d{4} /.test(label)) return null;
    if (subject === null || (named.found.isShort && this.#isInvented(label))) return null;
    return { ...subject, ...(topic?.name === name.name && topic), after: named.after };
  }

  /** Whether a title is no name: that of "Optimizing PostgreSQL" stands nowhere in the text. */
  #isInvented(label: string): boolean {
    return /^\p{L}+ing /u.test(label) && !this.#text.includes(label);
  }

  /** With what the sentence itself tells of its kind; `null` for a single word that may be a given name. */
  #known(found: FoundSubject, { words, all }: Sentence): Subject | null {
    const { after, ...subject } = found;
    const { at } = behindAside(words, after);
    const verb = verbGroupAt(words, at, isPlural(subject));
    const definition = verb?.lemma === 'be' ? definitionAt(words, verb.after) : null;
    const told =
      livedFacts(all, after, subject).length > 0
        ? 'person'
        : definition && sortOfNoun(definition.noun, this.#isOfPerson);
    const isPerson = told === 'person' && (subject.sort === null || canBeSurname(subject.label));
    // What a name ends with says less than a definition: "Night Ferry is a song".
    const isKnown = this.#topic?.name === subject.name;
    const noun = isKnown ? (subject.noun ?? definition?.noun ?? null) : (definition?.noun ?? subject.noun);
    const sort = isPerson ? told : (subject.sort ?? told);
    const isPersonal =
      sort === null &&
      verb !== null &&
      OF_PERSONS.has(verb.lemma) &&
      (verb.isPassive ? verb.lemma === 'bear' : subject.label.split(' ').length > 1);
    const kind = isKnown ? (subject.kind ?? definition?.kind ?? null) : (definition?.kind ?? null);
    const known: Subject = { ...subject, noun, kind, sort: isPersonal ? 'person' : sort };
    const isShort = !subject.label.includes(' ') && this.#names.get(subject.name)?.role !== 2;
    return isShort && known.sort !== 'thing' && !definition
      ? this.#topic?.name === subject.name
        ? known
        : null
      : known;
  }
}

/** Whether a sentence ends in an abbreviation, where it may have been cut: "plays for C.D.". */
const isCut = ({ evidence: { sentence } }: Sentence): boolean =>
  /(?:^|[\s(.])(?:\p{L}|No|St|Mr|Mrs|Dr|Jr|Sr|vs|Inc|Ltd|Co|Corp)\.$/u.test(sentence.trimEnd().slice(-8));

const isPlural = ({ label }: Subject): boolean => /^the .*s$/i.test(label);

/** A clause whose verb is at an index. */
function clauseFacts(subject: Subject, words: readonly TaggedWord[], at: number, front: Phrase | null): ReadFact[] {
  const verb = verbGroupAt(words, at, isPlural(subject));
  if (verb === null) return [];
  const tail = tailFrom(words, verb.after);
  // What is said with "is" and a noun is a definition, or nothing that a question can take apart.
  if (tail === null || (verb.lemma === 'be' && !isMeasure(tail.phrases))) return [];
  return factsOfClause({ subject, verb, phrases: front === null ? tail.phrases : [...tail.phrases, front] });
}

const isMeasure = ([first]: readonly Phrase[]): boolean =>
  /^(?:tall|high|long|wide|deep|thick)$/.test(first?.words.at(-1)?.text ?? '');

/** "In 1783, …" */
function frontDate(words: readonly TaggedWord[]): { readonly phrase: Phrase; readonly after: number } | null {
  const preposition = words[0]?.text.toLowerCase() ?? '';
  if (preposition !== 'in' && preposition !== 'on') return null;
  const LONGEST = 8;
  for (let comma = LONGEST; comma > 1; comma--) {
    const own = words.slice(1, comma);
    if (!isWhen(spoken(own))) continue;
    const lowered = words.slice(0, comma).map((word, index) => (index === 0 ? { ...word, text: preposition } : word));
    const phrase = { preposition, words: lowered, own, isDate: true, isOpen: false };
    return { phrase, after: comma + Number(words[comma]?.text === ',') };
  }
  return null;
}

const LONGEST_ASIDE = 30;

/** The index behind ", …," at an index, and where the aside begins; the index itself without one. */
function behindAside(words: readonly TaggedWord[], at: number): { readonly at: number; readonly aside: number | null } {
  if (words[at]?.text !== ',') return { at, aside: null };
  for (let index = at + 1; index < Math.min(words.length, at + LONGEST_ASIDE); index++) {
    if (words[index]?.text === 'and' && index < at + 4) return { at, aside: null };
    // Another clause has begun: "Whit, or, Isis, is a novel by Iain Banks, published in 1995".
    if (words[index]?.tag === 'AUX' && !/^(?:who|which)$/.test(words[at + 1]?.text ?? '')) return { at, aside: null };
    const next = words[index + 1];
    if (words[index]?.text === ',' && (next?.tag === 'VERB' || next?.tag === 'AUX') && !next.text.endsWith('ing')) {
      return { at: index + 1, aside: at + 1 };
    }
  }
  return { at, aside: null };
}
