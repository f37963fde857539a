/** Whether two entities may be one: how sure their names and what is said around them make it, and why. */
import { isNickname } from './nicknames.ts';
import type { MergeReason } from './options.ts';
import { isSlip } from './spelling.ts';
import { readWords } from './words.ts';
import type { NameWords } from './words.ts';

export interface Likeness {
  /** From 0 to 1. */
  readonly score: number;
  readonly reasons: readonly MergeReason[];
}

/** What is said around two entities. */
export interface Surroundings {
  /** What most texts say they are; `null` when none does. */
  readonly types: readonly [string | null, string | null];
  /** Rare names that texts mention beside either of them. */
  readonly sharedNeighbours: number;
  /** Texts that mention both. */
  readonly together: number;
}

/** The likeness of two names in their normal forms, which differ; `null` when nothing speaks for it. */
export const compareNames = (one: string, other: string): Likeness | null =>
  compareRead(readWords(one), readWords(other));

/** The same for names that are compared with many others. */
export function compareRead(first: NameWords, second: NameWords): Likeness | null {
  if (first.numbers !== second.numbers) return null;
  return (
    compareWords(first, second) ?? joined(first, second) ?? abbreviated(first, second) ?? abbreviated(second, first)
  );
}

/** The likeness of two entities, from that of their names. */
export function compareEntities(names: Likeness, around: Surroundings): Likeness | null {
  const [type, otherType] = around.types;
  if (type !== null && otherType !== null && type !== otherType) return null;
  const reasons = [...names.reasons];
  let { score } = names;
  if (around.sharedNeighbours > 0) {
    score += (1 - score) * Math.min(SHARED.most, SHARED.each * around.sharedNeighbours);
    reasons.push('shared_neighbours');
  }
  // An explanation of an abbreviation, or a last name after the full one, is usual; two spellings in one text are
  // hardly by chance.
  const isUsual = reasons.some(
    (reason) => reason === 'abbreviation' || reason === 'initials' || reason === 'legal_form',
  );
  if (around.together > 0 && !isUsual) {
    score *= LEFT_BY_ONE_TEXT;
    reasons.push('mentioned_together');
  }
  return { score, reasons };
}

const SAME = 0.97;
/**
 * Of what the score lacks, what neighbours that both have make up for, and what is left of it if a text mentions both.
 * Set by judgement.
 */
const SHARED = { each: 0.3, most: 0.6 };
const LEFT_BY_ONE_TEXT = 0.88;
/**
 * The factor by which each difference multiplies the score. Set by judgement: the pairs that fixed the threshold fixed
 * none of them.
 */
const LEFT = {
  legal_form: 0.97,
  otherLegalForm: 0.6,
  loneLegalForm: 0.86,
  title: 0.97,
  spelling: 0.92,
  slip: 0.9,
  loneSlip: 0.88,
  nickname: 0.94,
  oneInitial: 0.84,
  initials: 0.95,
  turnedLink: 0.97,
  turned: 0.94,
  turnedPair: 0.82,
  middle_name: 0.86,
  joined: 0.96,
  abbreviation: 0.91,
  shortAbbreviation: 0.82,
};

function compareWords(first: NameWords, second: NameWords): Likeness | null {
  if (first.words.length === 0 || second.words.length === 0) return null;
  const reasons = new Set<MergeReason>();
  let score = SAME;
  const leave = (factor: number, reason?: MergeReason): void => {
    score *= factor;
    if (reason !== undefined) reasons.add(reason);
  };
  const isLone = first.words.length === 1;
  if (first.legal !== second.legal) {
    const isOther = first.legal !== '' && second.legal !== '';
    leave(isOther ? LEFT.otherLegalForm : isLone ? LEFT.loneLegalForm : LEFT.legal_form, 'legal_form');
  }
  if (first.hasTitle !== second.hasTitle) leave(LEFT.title, 'title');
  if (first.words.length === second.words.length) {
    if (first.sorted === second.sorted) {
      const isTurned = first.words.join(' ') !== second.words.join(' ');
      const links = first.hasLink !== second.hasLink;
      if (isTurned) leave(links ? LEFT.turnedLink : first.words.length > 2 ? LEFT.turned : LEFT.turnedPair);
      reasons.add('same_words');
    } else if (!alignWords(first, second, leave)) return null;
  } else if (!withMiddleNames(first.words, second.words, leave)) return null;
  return { score, reasons: [...reasons] };
}

type Leave = (factor: number, reason: MergeReason) => void;

/** Whether each word is the other's at its place, in some form; the last one is written out. */
function alignWords({ words, sounds }: NameWords, others: NameWords, leave: Leave): boolean {
  let [equal, initials, differing] = [0, 0, 0];
  for (const [at, word] of words.entries()) {
    const other = others.words[at] ?? '';
    const isLast = at === words.length - 1;
    if (word === other) equal += word.length > 2 ? 1 : 0;
    else if (!isLast && isInitial(word, other)) initials++;
    else if (!isLast && isNickname(word, other)) leave(LEFT.nickname, 'nickname');
    else if (Math.min(word.length, other.length) > 3 && sounds[at] === others.sounds[at]) {
      differing++;
      leave(LEFT.spelling, 'spelling');
    } else if (isSlip(word, other)) {
      differing++;
      leave(words.length === 1 ? LEFT.loneSlip : LEFT.slip, 'spelling');
    } else return false;
  }
  // A given name that is written out says as much as a second initial.
  if (initials > 0) leave(initials + equal > 2 || initials > 1 ? LEFT.initials : LEFT.oneInitial, 'initials');
  return words.length === 1 ? true : equal > 0 || differing === words.length;
}

const isInitial = (word: string, other: string): boolean =>
  (word.length === 1 || other.length === 1) && word[0] === other[0];

/** Whether one has given names between the first and the last name of the other. */
function withMiddleNames(words: readonly string[], others: readonly string[], leave: Leave): boolean {
  const [few, many] = words.length < others.length ? [words, others] : [others, words];
  if (few.length !== 2 || many.length > 4) return false;
  const [given = '', last = ''] = few;
  if (given.length < 2 || given !== many[0] || last !== many.at(-1)) return false;
  const isLetter = many.slice(1, -1).every((word) => word.length === 1);
  leave(isLetter ? LEFT.initials : LEFT.middle_name, 'middle_name');
  return true;
}

const FEWEST_JOINED = 6;

function joined(first: NameWords, second: NameWords): Likeness | null {
  if (
    first.joined !== second.joined ||
    first.joined.length < FEWEST_JOINED ||
    first.words.length === second.words.length
  )
    return null;
  return { score: SAME * LEFT.joined, reasons: ['joined_words'] };
}

const FEWEST_LETTERS = 3;

/** "WHO" is short for "World Health Organization". */
function abbreviated({ words }: NameWords, long: NameWords): Likeness | null {
  const [short = '', ...others] = words;
  if (others.length > 0 || short.length < FEWEST_LETTERS || long.words.length < FEWEST_LETTERS - 1) return null;
  if (!long.initials.includes(short)) return null;
  const left = short.length > FEWEST_LETTERS ? LEFT.abbreviation : LEFT.shortAbbreviation;
  return { score: SAME * left, reasons: ['abbreviation'] };
}
