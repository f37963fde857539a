/** What a sentence says its subject is: "Fargo is a 1996 film directed by Joel Coen." */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import { sortOfNoun } from './subject.ts';
import { spoken } from './words.ts';

export interface Definition {
  /** Behind the verb: "a 1996 film". */
  readonly phrase: readonly TaggedWord[];
  readonly isDefinite: boolean;
  /** "film". */
  readonly noun: string;
  /** With nouns before it: "radio station". */
  readonly kind: string;
  /** Index of the word behind the phrase. */
  readonly after: number;
}

/** Nouns that say nothing of what something is. */
const EMPTY: ReadonlySet<string> = new Set(
  `name list type kind form part number one term word example result set pair way reference case sort piece thing debut
   issue problem reason success failure choice combination evolution option favourite favorite hit obligation priority concern factor advantage
   benefit challenge question answer idea fact goal aim purpose step chance opportunity matter must subject topic target focus highlight start
   beginning end time day year moment place point source lot bit couple mix`.split(/\s+/),
);
/** Words of opinions. */
const PRAISE: ReadonlySet<string> = new Set(
  (
    'significant great good better best ideal beautiful perfect legendary key important amazing excellent ' +
    'wonderful nice fantastic simple easy powerful useful real true new'
  ).split(' '),
);
const LONGEST_PHRASE = 14;

/** The noun phrase at an index, with an article before and a noun at its end; `null` for another phrase. */
export function definitionAt(words: readonly TaggedWord[], at: number): Definition | null {
  const article = words[at]?.text.toLowerCase() ?? '';
  if (!/^(?:an?|the)$/.test(article)) return null;
  let to = at + 1;
  while (to < words.length && isInside(words, to)) to++;
  while (to > at + 1 && !/^(?:NOUN|PROPN)$/.test(words[to - 1]?.tag ?? '')) to--;
  const phrase = words.slice(at, to);
  const joint = phrase.findIndex(({ text }) => text === 'and');
  // "director and writer", but "country and pop song".
  const before = phrase[joint - 1];
  const isPerson = before?.tag === 'NOUN' && sortOfNoun(before.text.toLowerCase()) === 'person';
  const kind = isPerson ? before : phrase.findLast(({ tag }) => tag === 'NOUN');
  const last = phrase.at(-1);
  if (kind === undefined || phrase.length > LONGEST_PHRASE || /^\p{Lu}/u.test(kind.text) || last?.tag !== 'NOUN')
    return null;
  const noun = kind.text.toLowerCase();
  if (phrase.some(({ text }) => PRAISE.has(text.toLowerCase()))) return null;
  // "a peer-reviewed journal": the phrase goes on.
  if (EMPTY.has(noun) || words[to]?.text === '-') return null;
  const kindFrom =
    phrase.findLastIndex(
      ({ tag, text }, index) => index < phrase.indexOf(kind) && (tag !== 'NOUN' || /^\p{Lu}/u.test(text)),
    ) + 1;
  const compound = spoken(phrase.slice(kindFrom, phrase.indexOf(kind) + 1)).toLowerCase();
  return { phrase, isDefinite: article === 'the', noun, kind: compound, after: to };
}

function isInside(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (/^(?:ADJ|NOUN|PROPN|NUM)$/.test(word.tag)) return true;
  if (word.tag === 'PUNCT' && /^(?:-|–|,|\/)$/.test(word.text)) {
    // "a small, rural village", but not "a village, the …".
    if (word.text === ',' && words[at - 1]?.tag === 'NOUN') return isList(words, at);
    return (
      /^(?:ADJ|NOUN|PROPN|NUM)$/.test(words[at + 1]?.tag ?? '') && (word.text !== ',' || words[at - 1]?.tag === 'ADJ')
    );
  }
  if (word.text === 'and') return /^(?:ADJ|NOUN)$/.test(words[at + 1]?.tag ?? '');
  // "a published author", but not "a film directed by".
  return word.tag === 'VERB' && /^(?:ADJ|NOUN|PROPN)$/.test(words[at + 1]?.tag ?? '') && words[at - 1]?.tag !== 'NOUN';
}

/** "a journalist, author and columnist": whether a comma is followed by more nouns, and by "and" before the last. */
function isList(words: readonly TaggedWord[], at: number): boolean {
  for (let index = at + 1; index < words.length; index++) {
    const word = words[index];
    if (word?.text === 'and') return index > at + 1 && /^(?:ADJ|NOUN)$/.test(words[index + 1]?.tag ?? '');
    if (!/^(?:ADJ|NOUN)$/.test(word?.tag ?? '') && word?.text !== ',') return false;
  }
  return false;
}

/** Kinds of places: "is a village in Norfolk" says where it is. */
const PLACES: ReadonlySet<string> = new Set(
  `airport area beach bay borough bridge building canal castle cathedral church city college commune community country county dam district
   field forest fort fortress glacier hamlet harbour hill hospital hotel house island lake library lighthouse locality mansion mill monastery mountain
   municipality museum neighborhood neighbourhood palace parish park peak peninsula port prison province region reservoir resort river road
   school settlement skyscraper square stadium station street suburb temple theater theatre tower town township university valley
   venue village volcano ward waterfall zoo arena cemetery`.split(/\s+/),
);

export const isPlaceNoun = (noun: string): boolean => PLACES.has(noun);

/** "1996 American film" of "a 1996 American film": what "which" can ask for. */
export const kindAsked = ({ phrase }: Definition): string => spoken(phrase.slice(1));
