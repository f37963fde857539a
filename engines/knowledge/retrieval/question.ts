/** What a question asks for: its words with their weights, and names to look up. */
import { guessLanguage } from '../../text/language.ts';
import { inverseFrequency } from './bm25.ts';
import type { LexicalStatistics } from './bm25.ts';
import { lexemes } from './lexemes.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import type { Language } from '../../text/stop-words.ts';
import { lower, words } from '../../text/words.ts';
import { capitalRuns } from '../names/capital-runs.ts';
import { nameCandidates } from '../names/known-names.ts';
import { normalName } from '../names/normal.ts';

/** Code units. What follows is neither looked up nor asked again; the embedding sees it. */
const LONGEST_READ = 1000;
const MOST_NAMES = 400;
/** Chunks. A title of more of them is a heading such as "Introduction", and no subject. */
const MOST_TITLED = 3;

/** What lexical scores ask for. */
export interface Asked {
  /** Lexemes in the asker's language: a score is a share of what they could reach. */
  readonly own: ReadonlySet<string>;
  /** These, and those of the same words in the languages of the texts. */
  readonly all: ReadonlySet<string>;
}

export interface Question {
  readonly text: string;
  readonly language: Language;
  /** The languages of the texts to search, the commonest first. */
  readonly languages: readonly Language[];
  readonly asked: Asked;
  /** Normal forms to look up among the entities: at most 400. */
  readonly names: readonly string[];
  /** Those of them that the question writes as names. */
  readonly written: ReadonlySet<string>;
}

/** A question of names alone, which no function word tells the language of, is read in the first of `languages`. */
export function readQuestion(text: string, languages: readonly Language[]): Question {
  const read = text.slice(0, LONGEST_READ).toWellFormed();
  const language = guessLanguage(read, languages[0]);
  const written = capitalRuns(read, language).map(({ start, end }) => normalName(read.slice(start, end)));
  const candidates = Array.from(nameCandidates(read, language), ({ name }) => name);
  return {
    text: read,
    language,
    languages,
    asked: askedIn(read, language, languages),
    names: [...new Set([...written, ...candidates])].slice(0, MOST_NAMES),
    written: new Set(written),
  };
}

/** Whether a question has a word that is no stop word of its language. */
export const hasContentWords = (text: string): boolean => readQuestion(text, []).asked.own.size > 0;

/**
 * A text's lexemes in the asker's language, and in that of the texts. A stop word of the asker's is none in another
 * language either: hardly any text has it, so that it would weigh most.
 */
export function askedIn(text: string, language: Language, languages: readonly Language[]): Asked {
  const own = new Set(lexemes(text, language).positions.keys());
  const others = languages.filter((other) => other !== language);
  if (others.length === 0) return { own, all: own };
  const said = Array.from(words(text), ({ text: word }) => word)
    .filter((word) => !STOP_WORDS[language].has(lower(word)))
    .join(' ');
  return { own, all: new Set([...own, ...others.flatMap((other) => [...lexemes(said, other).positions.keys()])]) };
}

/** An entity of the store: `id` is its own. */
export interface Entity {
  readonly id: string;
  /** Normal form. */
  readonly name: string;
  /** How many chunks have it, of those that the caller may see. */
  readonly chunks: number;
  /** How many of them have it as their title. */
  readonly titles: number;
}

/**
 * Of the entities found by `names`, those whose title's chunks the question is about: a title of at most 3 chunks that
 * is no part of a longer name in the question.
 */
export function subjects(entities: readonly Entity[]): Entity[] {
  const isInside = (inner: Entity, outer: Entity): boolean =>
    inner.name !== outer.name && ` ${outer.name} `.includes(` ${inner.name} `);
  return entities
    .filter((entity) => !entities.some((other) => isInside(entity, other)))
    .filter(({ titles }) => titles > 0 && titles <= MOST_TITLED);
}

/** A word of a question that is no stop word. */
export interface AskedWord {
  readonly lexeme: string;
  /** The rarer, the more. One that no text has weighs most: about it, nothing can be said. */
  readonly weight: number;
}

/**
 * Texts that are added to those of the search, each word of the question being in one of them: a dataset of a few texts
 * does not show how rare a word is, and one that it writes in another way ("owns", "belongs to") would outweigh all
 * others.
 */
const ADDED_TEXTS = 50;

/** Each word once. `statistics` are of the lexemes of the question. */
export function askedWords({ asked }: Question, statistics: LexicalStatistics): AskedWord[] {
  return weighedWords([...asked.own], statistics);
}

/** Each lexeme with its weight. One that the statistics do not have counts as one that no text has. */
export function weighedWords(lexemes: readonly string[], statistics: LexicalStatistics): AskedWord[] {
  const { texts, frequencies } = statistics;
  const smoothed = {
    ...statistics,
    texts: texts + ADDED_TEXTS,
    frequencies: new Map(lexemes.map((lexeme) => [lexeme, (frequencies.get(lexeme) ?? 0) + 1])),
  };
  return lexemes.map((lexeme) => ({ lexeme, weight: inverseFrequency(lexeme, smoothed) }));
}

/** The weight of the words that some of the texts cover, as a share of all; 1 for a question without words. */
export function coverage(asked: readonly AskedWord[], covers: readonly (readonly boolean[])[]): number {
  const sum = (some: readonly AskedWord[]): number => some.reduce((total, { weight }) => total + weight, 0);
  const all = sum(asked);
  return all > 0 ? sum(asked.filter((_, index) => covers.some((covered) => covered[index]))) / all : 1;
}
