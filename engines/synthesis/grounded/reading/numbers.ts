/** Numbers that a clause states: "is 120 metres tall", "has a population of 4,000", "sold 300 copies". English. */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import type { VerbGroup } from './verb-group.ts';
import { spoken } from './words.ts';

const NUMBER =
  /^(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?)$/i;
const DIGITS = /^\d[\d,.]*$/;

export interface Count {
  readonly number: string;
  /** What there is that many of. */
  readonly counted: string;
}

/** "300 copies", "more than 2 million records". `null` for other words. */
export function countIn(own: readonly TaggedWord[]): Count | null {
  let at = 0;
  while (
    /^(?:about|around|over|approximately|nearly|almost|more|less|fewer|than|some|at|least|up|to|roughly|exactly)$/i.test(
      own[at]?.text ?? '',
    )
  )
    at++;
  const from = at;
  while (NUMBER.test(own[at]?.text ?? '')) at++;
  if (at === from || at === own.length) return null;
  const counted = own.slice(at);
  const head = counted.findLast(({ tag }) => tag === 'NOUN');
  const isPlain = counted.every(
    ({ tag, text }) => (tag === 'NOUN' || tag === 'ADJ' || tag === 'PROPN') && /^\p{L}/u.test(text),
  );
  if (head === undefined || !isPlain || !/s$|^(?:people|children|men|women)$/.test(counted.at(-1)?.text ?? ''))
    return null;
  if (
    /^(?:years?|months?|days?|weeks?|hours?|minutes?|times?|percent|dollars?|pounds?|euros?|degrees?|points?|weeks?)$/.test(
      head.text,
    )
  )
    return null;
  if (/^(?:miles?|kilomet(?:re|er)s?|met(?:re|er)s?|feet|acres?|hectares?|seconds?|tons?|tonnes?)$/.test(head.text))
    return null;
  return { number: spoken(own.slice(0, at)), counted: spoken(counted) };
}

export interface Measure {
  readonly value: string;
  /** "tall" of "is 120 metres tall"; "population" of "has a population of 4,000". */
  readonly dimension: string;
  readonly isNoun: boolean;
}

const DIMENSION = /^(?:tall|high|long|wide|deep|thick)$/;
const MEASURED =
  /^(?:population|area|length|height|capacity|depth|elevation|circulation|enrollment|width|diameter|surface area|land area|total area|estimated population|seating capacity|total population|student population)$/;

/** `null` for words that are no measure. */
export function measureIn(verb: VerbGroup, own: readonly TaggedWord[]): Measure | null {
  const last = own.at(-1);
  if (
    verb.lemma === 'be' &&
    last !== undefined &&
    DIMENSION.test(last.text) &&
    own.some(({ text }) => DIGITS.test(text))
  ) {
    const label = spoken(own.slice(0, -1));
    if (
      !/^(?:about |around |approximately |over |nearly |almost |roughly |some |more than )?\d[\d,.]* [a-z]+$/.test(
        label,
      )
    )
      return null;
    return { value: label, dimension: last.text, isNoun: false };
  }
  if (verb.lemma !== 'have') return null;
  const of = own.findIndex(({ text }) => text === 'of');
  if (of < 2 || !/^an?$/.test(own[0]?.text ?? '')) return null;
  const noun = spoken(own.slice(1, of));
  const value = own.slice(of + 1);
  if (!MEASURED.test(noun) || !value.some(({ text }) => DIGITS.test(text)) || value.length > MOST_WORDS) return null;
  if (value.some(({ tag, text }) => tag === 'VERB' || /^(?:and|or)$/.test(text))) return null;
  return { value: spoken(value), dimension: noun, isNoun: true };
}

const MOST_WORDS = 6;
