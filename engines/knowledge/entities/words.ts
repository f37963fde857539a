/** The words of a name as they are compared: what only its form needs is set aside, and what is written in several ways has one. */
import { soundOf } from './spelling.ts';

/** A name, read from its normal form (../names/normal.ts). */
export interface NameWords {
  /** Without titles, legal forms and words such as "of". */
  readonly words: readonly string[];
  /** Of each word. */
  readonly sounds: readonly string[];
  /** The words, sorted. */
  readonly sorted: string;
  /** The words, as one. */
  readonly joined: string;
  /** Numbers, numerals and "junior", as far as they tell things of one name apart, in order. */
  readonly numbers: string;
  /** Legal form of a company; empty without one. */
  readonly legal: string;
  readonly hasTitle: boolean;
  /** Whether a word such as "of" stands between others: they may be turned around. */
  readonly hasLink: boolean;
  /** First letters of all words but those such as "of", and of all words. */
  readonly initials: readonly string[];
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const LINKS = setOf('of and the for de la le les du des di da del der die das und fur et y e von van in at on');
const TITLES = setOf(
  'mr mrs ms miss dr prof professor sir dame lord lady rev reverend president senator king queen prince princess chancellor minister',
);
/** Legal forms that mean the same, by one of them. */
const LEGAL_FORMS: Readonly<Record<string, string>> = {
  inc: 'inc',
  incorporated: 'inc',
  ltd: 'ltd',
  limited: 'ltd',
  llc: 'llc',
  llp: 'llp',
  plc: 'plc',
  corp: 'corp',
  corporation: 'corp',
  co: 'co',
  company: 'co',
  gmbh: 'gmbh',
  ag: 'ag',
  aktiengesellschaft: 'ag',
  sa: 'sa',
  se: 'se',
  sarl: 'sarl',
  srl: 'srl',
  spa: 'spa',
  nv: 'nv',
  bv: 'bv',
  ab: 'ab',
  oy: 'oy',
  asa: 'asa',
  kk: 'kk',
  jsc: 'jsc',
  ojsc: 'jsc',
  oao: 'jsc',
  ooo: 'llc',
};
/** Ways of writing a word, by the one that is compared. */
const WRITTEN: Readonly<Record<string, string>> = {
  st: 'saint',
  mt: 'mount',
  ft: 'fort',
  univ: 'university',
  intl: 'international',
  int: 'international',
  dept: 'department',
  govt: 'government',
  natl: 'national',
  assoc: 'association',
  bros: 'brothers',
  inst: 'institute',
  tech: 'technology',
  centre: 'center',
  theatre: 'theater',
  harbour: 'harbor',
  colour: 'color',
  labour: 'labor',
  defence: 'defense',
  organisation: 'organization',
  usa: 'us',
};
const NUMBERS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  sixth: '6',
  seventh: '7',
  eighth: '8',
  ninth: '9',
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  xi: '11',
  xii: '12',
  xiii: '13',
  xiv: '14',
  xv: '15',
  xvi: '16',
  jr: 'junior',
  junior: 'junior',
  sr: 'senior',
  senior: 'senior',
};
/** Numerals that are initials, except behind a name. */
const LAST_NUMERALS: Readonly<Record<string, string>> = { i: '1', v: '5', x: '10' };

export function readWords(name: string): NameWords {
  const all = name.split(' ').filter((word) => word !== '');
  const words: string[] = [];
  const numbers: string[] = [];
  let legal = '';
  for (const [at, word] of all.entries()) {
    const isLast = at === all.length - 1;
    const ordinal = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
    const number = ordinal ?? NUMBERS[word] ?? (isLast && at > 0 ? LAST_NUMERALS[word] : undefined);
    if (number !== undefined) numbers.push(number);
    else if (at > 0 && LEGAL_FORMS[word] !== undefined) legal = LEGAL_FORMS[word];
    else if (!LINKS.has(word) && !(TITLES.has(word) && !isLast)) words.push(WRITTEN[word] ?? word);
  }
  const initialsOf = (of: readonly string[]): string => of.map((word) => word[0] ?? '').join('');
  const initials = new Set([initialsOf(all.filter((word) => !LINKS.has(word))), initialsOf(all)]);
  return {
    words,
    sounds: words.map(soundOf),
    sorted: words.toSorted().join(' '),
    joined: words.join(''),
    numbers: numbers.join(' '),
    legal,
    initials: [...initials],
    hasTitle: all.length > 1 && TITLES.has(all[0] ?? ''),
    hasLink: all.some((word, at) => at > 0 && LINKS.has(word)),
  };
}

const NICKNAMES: ReadonlyMap<string, ReadonlySet<string>> = nicknames(
  'william bill will billy willy|robert bob rob bobby|richard dick rick richie|james jim jimmy jamie|john jack johnny|edward ed ted eddie teddy|' +
    'elizabeth liz beth betty lizzie eliza|margaret maggie meg peggy|katherine kate kathy katie kitty|thomas tom tommy|michael mike mick|' +
    'joseph joe joey|charles charlie chuck|daniel dan danny|david dave|samuel sam sammy|benjamin ben benny|alexander alex sasha|anthony tony|' +
    'christopher chris|matthew matt|nicholas nick|patrick pat paddy|stephen steve|steven steve|andrew andy drew|gregory greg|jeffrey jeff|' +
    'kenneth ken|lawrence larry|leonard leo len|ronald ron|timothy tim|walter walt|susan sue|deborah debbie deb|jennifer jenny jen|' +
    'victoria vicky|rebecca becky|pamela pam|theodore ted theo|frederick fred freddie|albert al bert|gerald gerry|donald don|philip phil|' +
    'douglas doug|raymond ray|vincent vince|zachary zach|jonathan jon|francis frank|eugene gene|martin marty|harold harry hal',
);

function nicknames(groups: string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const group of groups.split('|')) {
    const [name = '', ...short] = group.split(' ');
    for (const one of short) known.set(one, (known.get(one) ?? new Set()).add(name));
  }
  return known;
}

/** Whether one is a short form of the other, as "Bill" of "William". */
export const isNickname = (one: string, other: string): boolean =>
  NICKNAMES.get(one)?.has(other) === true || NICKNAMES.get(other)?.has(one) === true;
