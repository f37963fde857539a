/** What the sentences of a passage are about: each can refer to what the one before is about. English. */
import type { ChunkName } from '../../../knowledge/names/index.ts';
import { withoutBrackets } from '../../../knowledge/names/index.ts';
import { verbOf } from './clause.ts';
import { definitionAt } from './definition.ts';
import { livedFacts } from './life.ts';
import { behindAside } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import { canBeSurname, nameAt, sortOfNoun, subjectNamed } from './subject.ts';
import type { FoundSubject, Sort, Subject } from './subject.ts';
import type { VerbGroup } from './verb-group.ts';

/** Verbs that have a person as their subject. */
const OF_PERSONS: ReadonlySet<string> = new Set('bear marry die graduate sing retire knight star'.split(' '));

export class Topic {
  /** What a pronoun can stand for. */
  #topic: Subject | null = null;
  readonly #text: string;
  readonly #names: ReadonlyMap<string, ChunkName>;
  readonly #isOfPerson: boolean;

  constructor(text: string, names: ReadonlyMap<string, ChunkName>) {
    this.#text = text;
    this.#names = names;
    this.#isOfPerson = /(?:^|[.!?]\s)(?:He|She|His|Her) /.test(text);
  }

  /** The subject at an index of the next sentence; `null` when the rules do not know it. */
  find(sentence: Sentence, at: number): FoundSubject | null {
    const found = this.#subjectAt(sentence, at);
    if (found === null) this.#topic = null;
    return found;
  }

  /**
   * A subject that was found, with what its sentence tells of its kind; `null` for a single word that may be a given
   * name.
   */
  learn({ after, ...subject }: FoundSubject, { words, all }: Sentence): Subject | null {
    const { at } = behindAside(words, after);
    const verb = verbOf(subject, words, at);
    const definition = verb?.lemma === 'be' ? definitionAt(words, verb.after) : null;
    const told =
      livedFacts(all, after, subject).length > 0
        ? 'person'
        : definition && sortOfNoun(definition.noun, this.#isOfPerson);
    const isKnown = this.#topic?.name === subject.name;
    // What a name ends with says less than a definition: "Night Ferry is a song".
    const learnt: Subject = {
      ...subject,
      noun: isKnown ? (subject.noun ?? definition?.noun ?? null) : (definition?.noun ?? subject.noun),
      kind: isKnown ? (subject.kind ?? definition?.kind ?? null) : (definition?.kind ?? null),
      sort: sortOf(subject, told, verb),
    };
    const isLong = subject.label.includes(' ') || this.#names.get(subject.name)?.role === 2;
    this.#topic = isLong || isKnown || learnt.sort === 'thing' || definition !== null ? learnt : null;
    return this.#topic;
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
}

function sortOf({ sort, label }: Subject, told: Sort | null, verb: VerbGroup | null): Sort | null {
  if (told === 'person' && canBeSurname(label)) return told;
  const known = sort ?? told;
  if (known !== null || verb === null || !OF_PERSONS.has(verb.lemma)) return known;
  const isPersonal = verb.isPassive ? verb.lemma === 'bear' : label.split(' ').length > 1;
  return isPersonal ? 'person' : null;
}
