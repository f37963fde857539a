/** Stage 3: what the best chunks of the first hop leave to ask. */
import { lexemes, lexemesOfWord } from '../lexis/lexemes.ts';
import { words } from '../../text/words.ts';
import { askedIn, type Question } from './question.ts';
import type { Entity, Probe, Seed, SeedEntity } from './types.ts';

/** How many chunks of the first hop the second one starts from. */
export const SEEDS = 3;
const MOST_ENTITIES = 6;
/** Code units of a question that a probe has: a longer one says little about one entity, and takes the embedding model as long as a passage. */
const MOST_OF_QUESTION = 300;
/** A seed below this share of the best one's score starts nothing: what it leads to would count for as little. */
const LEAST_SCORE = 0.6;

/**
 * At most 18 short texts, 13 on average: for each seed the question without the words that the seed has, with one of up to 6 entities of
 * the seed that the question does not name. `known` are the entities that the question's names found.
 */
export function makeProbes(question: Question, known: readonly Entity[], seeds: readonly Seed[]): Probe[] {
  const named = new Set([...question.written, ...known.map(({ name }) => name)]);
  const least = LEAST_SCORE * (seeds[0]?.score ?? 0);
  const first = seeds.slice(0, SEEDS).filter(({ score }, index) => index === 0 || score >= least);
  return first.flatMap((seed): Probe[] => {
    const rest = uncovered(question, seed.text).slice(0, MOST_OF_QUESTION).toWellFormed();
    const through = bridges(question, named, seed);
    const texts = through.map((entity) => ({ entity, text: `${rest} ${entity.label}`.trim() }));
    const asked =
      texts.length > 0
        ? texts
        : [{ entity: null, text: rest || question.text.slice(0, MOST_OF_QUESTION).toWellFormed() }];
    return asked.map(({ entity, text }) => ({
      seed: { chunk: seed.chunk, score: seed.score },
      entity,
      text,
      asked: askedIn(text, question.language, question.languages),
    }));
  });
}

/** The question's words that a text does not have, its stop words included: they carry what is asked. */
function uncovered({ text, language }: Question, read: string): string {
  const covered = lexemes(read, language).positions;
  return Array.from(words(text), ({ text: word }) => word)
    .filter((word) => lexemesOfWord(word, language).some((lexeme) => lexeme === null || !covered.has(lexeme)))
    .join(' ');
}

/** The entities that can lead on, best first: titles of other chunks, then what other chunks name, then the rarest. */
function bridges({ asked, language }: Question, named: ReadonlySet<string>, { entities }: Seed): SeedEntity[] {
  const isAsked = (name: string): boolean =>
    Array.from(words(name), ({ text }) => lexemesOfWord(text, language))
      .flat()
      .every((lexeme) => lexeme === null || asked.own.has(lexeme));
  return entities
    .filter(({ role, name }) => role === 0 && !named.has(name) && !/^[\p{N} ]+$/u.test(name) && !isAsked(name))
    .sort(
      (a, b) =>
        Number(b.titles > 0) - Number(a.titles > 0) ||
        Number(b.chunks > 1) - Number(a.chunks > 1) ||
        a.chunks - b.chunks ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, MOST_ENTITIES);
}
