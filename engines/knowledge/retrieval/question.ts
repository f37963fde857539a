/** Stage 1: what a question asks for. */
import { guessLanguage } from '../../text/language.ts';
import { lexemes } from '../lexis/lexemes.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import type { Language } from '../../text/stop-words.ts';
import { lower, words } from '../../text/words.ts';
import { capitalRuns } from '../names/capital-runs.ts';
import { nameCandidates } from '../names/known-names.ts';
import { normalName } from '../names/normal.ts';
import type { Asked, Entity } from './types.ts';

/** Code units. What follows is neither looked up nor asked again; the embedding sees it. */
const LONGEST_READ = 1000;
const MOST_NAMES = 400;
/** Chunks. A title of more of them is a heading such as "Introduction", and no subject. */
const MOST_TITLED = 3;

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
 * A text's lexemes in the asker's language, and in that of the texts. A stop word of the asker's is none in another language either: hardly any
 * text has it, so that it would weigh most.
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

/**
 * Of the entities found by `names`, those whose title's chunks the question is about: a title of at most 3 chunks that is
 * no part of a longer name in the question.
 */
export function subjects(entities: readonly Entity[]): Entity[] {
  const isInside = (inner: Entity, outer: Entity): boolean =>
    inner.name !== outer.name && ` ${outer.name} `.includes(` ${inner.name} `);
  return entities
    .filter((entity) => !entities.some((other) => isInside(entity, other)))
    .filter(({ titles }) => titles > 0 && titles <= MOST_TITLED);
}
