/**
 * Facts that a text states, found by rules. Only what fits a rule is a fact; names that are merely mentioned together
 * are not.
 */
import { statementsOf } from '../../text/statements.ts';
import type { Language } from '../../text/stop-words.ts';
import type { Span } from '../../text/span.ts';
import type { ChunkName } from '../names/chunk-names.ts';
import { frontedTime } from '../time/fronted.ts';
import { clauseAt, verbAfter } from './clause.ts';
import { namesIn, placesOf } from './names-in.ts';
import type { NamedWords } from './names-in.ts';
import { tagWords } from './tagger.ts';
import type { TaggedWord } from './tagger.ts';
import { meantBy, topicOf } from './topic.ts';
import type { Topic } from './topic.ts';

export interface StatedFact {
  /** Normal forms, of the chunk's names. */
  readonly subject: string;
  readonly object: string;
  /** The verb phrase as written, with single spaces and without markup. */
  readonly predicate: string;
  /** Of the chunk's text; `subject` may be a pronoun that stands for the name. */
  readonly spans: { readonly subject: Span; readonly predicate: Span; readonly object: Span };
  readonly extractor: 'rules';
}

const MOST_FACTS = 100;

/**
 * At most 100 facts of a chunk's Markdown, in order. `names` are those of `chunkNames`. None in another language than
 * English.
 */
export function statedFacts(text: string, language: Language, names: readonly ChunkName[]): StatedFact[] {
  if (language !== 'en') return [];
  const facts: StatedFact[] = [];
  const places = placesOf(text, names);
  const plain = withoutMarkup(text);
  let topic: Topic | null = null;
  let next = 0;
  for (const { kind, start, end } of statementsOf(text)) {
    if (facts.length >= MOST_FACTS) break;
    if (kind !== 'sentence') continue;
    while (next < places.length && (places[next]?.start ?? 0) < start) next++;
    const from = next;
    while (next < places.length && (places[next]?.start ?? 0) < end) next++;
    const words = tagWords(plain.slice(start, end)).map((word) => ({
      ...word,
      start: word.start + start,
      end: word.end + start,
    }));
    const named = namesIn(text, words, places.slice(from, next));
    const time = start + frontedTime(plain.slice(start, end));
    const read = readSentence(plain, { words, names: named, from: openingOf(words, named, time) }, topic);
    facts.push(...read.facts);
    topic = read.topic;
  }
  return facts.slice(0, MOST_FACTS);
}

/** Emphasis and links as spaces, so that offsets stay. */
export function withoutMarkup(text: string): string {
  return text.replace(/[*`[\n\t]|\](?:\([^()\s]{0,200}\))?/g, (mark) => ' '.repeat(mark.length));
}

/** The index of the word at or behind an offset; 0 if the names begin before it. */
function openingOf(words: readonly TaggedWord[], names: readonly NamedWords[], offset: number): number {
  const opening = words.findIndex(({ start }) => start >= offset);
  return opening < 0 || (names[0]?.from ?? opening) < opening ? 0 : opening;
}

interface Sentence {
  readonly words: readonly TaggedWord[];
  readonly names: readonly NamedWords[];
  /** The index of its first word behind the time that it may open with. */
  readonly from: number;
}

interface ReadSentence {
  readonly facts: readonly StatedFact[];
  /** What a pronoun in the next sentence can stand for. */
  readonly topic: Topic | null;
}

const NOTHING: ReadSentence = { facts: [], topic: null };

function readSentence(plain: string, sentence: Sentence, before: Topic | null): ReadSentence {
  const { words, names, from } = sentence;
  const meant = meantBy(words[from], before);
  const named = meant === null ? subjectOf(sentence) : null;
  const [first, last] = named === null ? [words[from], words[from]] : [words[named.from], words[named.to - 1]];
  const name = named?.name ?? meant?.name;
  const verb = verbAfter(words, named?.after ?? from + 1, names);
  if (name === undefined || first === undefined || last === undefined || verb === null) return NOTHING;
  const topic = named === null ? meant : topicOf(named, words[verb]?.text ?? '', words);
  const clause = isStatement(words, meant) ? clauseAt(words, verb, names) : null;
  if (clause === null) return { facts: [], topic };
  const subject = { start: first.start, end: last.end };
  const predicate = { start: words[verb]?.start ?? 0, end: words[clause.to - 1]?.end ?? 0 };
  const written = plain.slice(predicate.start, predicate.end).replace(/\s+/g, ' ');
  const facts = clause.objects
    .filter((object) => object.name !== name)
    .map((object): StatedFact => {
      const spans = { subject, predicate, object: { start: object.start, end: object.end } };
      return { subject: name, object: object.name, predicate: written, spans, extractor: 'rules' };
    });
  return { facts, topic };
}

const OPENS: ReadonlySet<string> = new Set(['PROPN', 'NOUN', 'NUM', 'ADJ', 'DET', 'X']);

/** Not a question, and not "It is believed that …", which is said of nothing. */
function isStatement(words: readonly TaggedWord[], meant: Topic | null): boolean {
  return words.at(-1)?.text !== '?' && !(meant?.kind === 'thing' && words.some(({ text }) => text === 'that'));
}

interface Subject extends NamedWords {
  /** The index behind it and its closing quotation mark. */
  readonly after: number;
}

/** The name that opens the sentence, perhaps behind "the" or in quotation marks. */
function subjectOf({ words, names, from }: Sentence): Subject | null {
  const [name] = names;
  if (name === undefined || name.from > from + 1) return null;
  const before = name.from > from ? (words[from]?.text.toLowerCase() ?? '') : '';
  const isQuoted = QUOTE.test(before);
  if (before !== '' && before !== 'the' && !isQuoted) return null;
  // What is quoted beyond the name is speech.
  if (isQuoted && !QUOTE.test(words[name.to]?.text ?? '')) return null;
  const own = words.slice(name.from, name.to);
  const isName = name.isProven && OPENS.has(own[0]?.tag ?? '') && own.some(({ tag }) => tag === 'PROPN');
  return name.isTitle || isQuoted || isName ? { ...name, after: name.to + Number(isQuoted) } : null;
}

const QUOTE = /^["“”]$/;
