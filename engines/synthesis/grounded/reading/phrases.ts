/** The tail of a clause, behind its verb, as phrases: the object, and what prepositions lead to. */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';
import { isWhen, MONTHS } from './dates.ts';
import { spoken } from './words.ts';

export interface Phrase {
  /** In lower case; empty for an object. */
  readonly preposition: string;
  readonly words: readonly TaggedWord[];
  /** Behind the preposition. */
  readonly own: readonly TaggedWord[];
  readonly isDate: boolean;
  /** Whether it may go on behind the end of the clause that was read: then it is not all of an answer. */
  readonly isOpen: boolean;
}

export interface Tail {
  readonly phrases: readonly Phrase[];
  /** Whether what it ends with may go on behind it. */
  readonly isOpen: boolean;
}

/** As they follow a verb in a question. */
export const behind = (phrases: readonly Phrase[]): string =>
  phrases.map(({ words }) => ` ${spoken(words).replace(/,$/, '')}`).join('');

const LONGEST_TAIL = 30;
const STOPS = /^[.;:!?—–…()[\]]$/;
const RELATIVE: ReadonlySet<string> = new Set(
  (
    'who which that where when while whose whom if because although though but than nor after before until ' +
    'unless once whereas since'
  ).split(' '),
);
const NOMINAL: ReadonlySet<string> = new Set('DET ADJ NOUN PROPN NUM'.split(' '));
const isVerb = (word: TaggedWord | undefined): boolean => word?.tag === 'VERB' || word?.tag === 'AUX';

/** The phrases from an index on. `null` for a tail that the rules cannot read: too long, or with another verb in it. */
export function tailFrom(words: readonly TaggedWord[], from: number): Tail | null {
  let end = from;
  let isOpen = false;
  for (; end < words.length; end++) {
    const word = words[end];
    if (word === undefined) break;
    if (STOPS.test(word.text)) {
      // "the Kiel–Hamburg line"
      isOpen = words[end - 1]?.end === word.start && words[end + 1]?.start === word.end;
      break;
    }
    const small = word.text.toLowerCase();
    if (word.tag !== 'DET' && RELATIVE.has(small)) break;
    if (word.tag === 'SCONJ') break;
    if (word.text === ',') {
      if (goesOn(words, end)) continue;
      isOpen = isListed(words, end);
      break;
    }
    if (word.tag === 'CCONJ' && beginsClause(words, end + 1)) break;
  }
  if (end - from > LONGEST_TAIL) return null;
  return readTail(words.slice(from, end), isOpen);
}

function readTail(tail: readonly TaggedWord[], isOpen: boolean): Tail | null {
  for (const [index, word] of tail.entries()) {
    const before = tail[index - 1];
    if (word.tag === 'AUX') return null;
    if (word.tag === 'VERB' && index > 0 && !isParticiple(word, before)) return null;
    if (/^["“”*_|<>=]$/.test(word.text) && !areQuotesPaired(tail)) return null;
  }
  // "a republic in which …"
  if (tail.at(-1)?.tag === 'ADP') return null;
  const parts: TaggedWord[][] = [[]];
  for (const word of tail) {
    const isJoined = parts.at(-1)?.at(-1)?.text === '-';
    const isFirst = word.tag === 'ADP' && word.text.toLowerCase() !== 'of' && !isJoined;
    // "between 1990 and 1995", "from 1990 to 1995" stay whole; so do "out of" and "up to".
    if (isFirst && !leadsOn(parts.at(-1))) parts.push([]);
    parts.at(-1)?.push(word);
  }
  const phrases = parts
    .filter(({ length }) => length > 0)
    .map((part, index, all): Phrase => {
      const [first] = part;
      const preposition = first?.tag === 'ADP' ? first.text.toLowerCase() : '';
      const own = preposition === '' ? part : part.slice(1);
      const isDate =
        /^(?:in|on|during|since|between|by|around|circa)$/.test(preposition) && isWhen(datedText(preposition, own));
      return { preposition, words: part, own: withoutComma(own), isDate, isOpen: isOpen && index === all.length - 1 };
    });
  return { phrases, isOpen };
}

const withoutComma = (words: readonly TaggedWord[]): readonly TaggedWord[] =>
  words.at(-1)?.text === ',' ? words.slice(0, -1) : words;

const datedText = (preposition: string, own: readonly TaggedWord[]): string =>
  `${preposition === 'between' ? 'between ' : ''}${spoken(withoutComma(own))}`;

/** Whether a phrase is nothing but prepositions yet: "out of", "up to". */
const leadsOn = (part: readonly TaggedWord[] | undefined): boolean =>
  part !== undefined && part.length > 0 && part.every(({ tag }) => tag === 'ADP');

/** "film directed by", "to become": a verb that is not that of another clause. */
function isParticiple(word: TaggedWord, before: TaggedWord | undefined): boolean {
  if (before === undefined) return true;
  if (before.tag === 'PART' || before.tag === 'CCONJ' || before.tag === 'ADP') return true;
  if (/^(?:DET|ADJ|ADV|NUM)$/.test(before.tag)) return true;
  return /(?:ed|en|ing|wn|lt|ght|de)$/.test(word.text) && /^(?:NOUN|PROPN|VERB|PUNCT)$/.test(before.tag);
}

const areQuotesPaired = (words: readonly TaggedWord[]): boolean =>
  !words.some(({ text }) => /^[*_|<>=]$/.test(text)) &&
  words.filter(({ text }) => /^["“”]$/.test(text)).length % 2 === 0;

/** Whether a comma is part of a date or a place: "May 4, 1950", "Norwich, England". */
function goesOn(words: readonly TaggedWord[], at: number): boolean {
  const [before, next] = [words[at - 1], words[at + 1]];
  if (before === undefined || next === undefined) return false;
  const isYear = /^(?:1\d{3}|20\d{2})$/;
  if (isYear.test(next.text) && (/^\d{1,2}$/.test(before.text) || MONTHS.has(before.text))) return true;
  // Behind an American date: "On May 4, 1950, in …"
  if (isYear.test(before.text) && next.tag === 'ADP' && words[at - 2]?.text === ',') return true;
  if (before.tag !== 'PROPN' || next.tag !== 'PROPN') return false;
  let to = at + 1;
  let commas = 0;
  while (to < words.length && (words[to]?.tag === 'PROPN' || words[to]?.text === ',')) {
    if (words[to]?.text === ',' && words[to + 1]?.tag !== 'PROPN') break;
    if (words[to]?.text === ',') commas++;
    to++;
  }
  const after = words[to];
  if (commas > 1) return false;
  return after === undefined || STOPS.test(after.text) || (after.text === ',' && words[to + 1]?.tag !== 'CCONJ');
}

/** Whether what follows a comma may belong to the phrase before it: more members of a list, or another name for it. */
function isListed(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  const second = words[at + 2];
  if (next === undefined) return false;
  if (next.tag === 'CCONJ')
    return !isVerb(second) && second?.tag !== 'PRON' && second?.tag !== 'ADP' && second?.tag !== 'ADV';
  // "an open source, in-memory store"
  return NOMINAL.has(next.tag) || second?.text === '-' || /^["“”]$/.test(next.text);
}

/** Whether "and" is followed by another clause, rather than by another member of a list. */
function beginsClause(words: readonly TaggedWord[], from: number): boolean {
  if (words[from]?.tag === 'PRON' || words[from]?.tag === 'SCONJ' || words[from]?.tag === 'ADV') return true;
  for (let index = from; index < words.length; index++) {
    const word = words[index];
    if (isVerb(word))
      return index === from
        ? !isListedParticiple(words, from)
        : !/(?:ing|ed|en)$/.test(word?.text ?? '') || word?.tag === 'AUX';
    const isInside = word !== undefined && (NOMINAL.has(word.tag) || word.text.toLowerCase() === 'of');
    if (!isInside) return false;
  }
  return false;
}

/** "written and directed by": the same auxiliary governs both. */
function isListedParticiple(words: readonly TaggedWord[], at: number): boolean {
  const before = words[at - 2];
  return (
    before?.tag === 'VERB' && /(?:ed|en|wn|lt|ght|de)$/.test(words[at]?.text ?? '') && words[at + 1]?.text === 'by'
  );
}
