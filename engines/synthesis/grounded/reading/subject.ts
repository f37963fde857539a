/** What a sentence is about, where someone who has not read the text knows what is meant. */
import type { NamedWords, TaggedWord } from '../../../knowledge/facts/index.ts';
import { namesPerson } from '../../../knowledge/facts/index.ts';

/** A name as texts write it. */
export interface Named {
  /** Normal form: equal for all spellings. */
  readonly name: string;
  /** As written. */
  readonly label: string;
}

export type Sort = 'person' | 'thing';

export interface Subject extends Named {
  /** `null`: not known. */
  readonly sort: Sort | null;
  /** What kind of thing it is called, such as "mill". */
  readonly noun: string | null;
  /** As a definition says it, with nouns before: "radio station". */
  readonly kind: string | null;
}

/** A subject as words of its sentence. */
export interface FoundSubject extends Subject {
  /** Index of the word behind it. */
  readonly after: number;
}

/** Last words, and first words before "of" or a name, that say of a name what kind of thing it is. */
const KINDS: ReadonlySet<string> = new Set(
  `abbey academy act airport album award bank basin battle bay bridge building canal castle cathedral cemetery championship chapel church
   clinic club college commission committee company conference convention corporation council county court creek dam desert district
   estate expedition factory fair ferry festival field forest foundation fort fund gallery garden gardens glacier hall harbour harbor
   highway hospital hotel house institute island islands lake league library lighthouse line mansion market memorial mill mine mission
   monastery monument mosque mountain museum observatory office opera orchestra organization palace park party peak peninsula plant
   port prison prize province project quarter railway range reactor region report reservoir restaurant revolution river road school
   society square stadium station statue store street studio studios synagogue temple theater theatre tower town treaty trophy tunnel
   union university valley viaduct village war waterfall works yard zoo`.split(/\s+/),
);
/** Those that are surnames, too. */
const SURNAMES: ReadonlySet<string> = new Set(
  (
    'abbey bank bridge castle church court fair ferry field forest fort gardens hall house lake line market mill ' +
    'mine park port price river street temple tower town war yard'
  ).split(' '),
);

/** Whether a name whose last word is a kind of thing can be a person's: "Don Hall is an American director". */
export const canBeSurname = (label: string): boolean => SURNAMES.has(label.toLowerCase().split(' ').at(-1) ?? '');

/** Of several names, or of none in particular. */
const UNCLEAR = /\b(?:and|or|list of|lists of)\b|[,:;&/]/i;

/** Of a part of what is named. */
const PART = /^(?:part|parts|one|most|some|many|all|both|each|none|several|members?|half|much|more) /i;

/** What the name of a thing calls it: "Carrow Mill" a mill, "University of Leeds" a university. */
export function nounInName(label: string): string | null {
  const parts = label.toLowerCase().split(' ');
  if (parts.length < 2) return null;
  const of = parts.indexOf('of');
  const [first = ''] = parts;
  const last = parts[of > 0 ? of - 1 : parts.length - 1] ?? '';
  if (KINDS.has(last)) return last;
  return of < 0 && /^(?:river|lake|mount|fort|castle)$/.test(first) ? (first === 'mount' ? 'mountain' : first) : null;
}

/** Words for persons besides those that `namesPerson` knows. */
const PERSONS: ReadonlySet<string> = new Set(
  `friend member student performer entertainer lawmaker spy character robber criminal thief hacker outlaw gangster child person boy girl guitarist musician photographer filmmaker comedian songwriter politician cyclist racer sailor
   merchant pioneer cleric attorney prosecutor secretary chairman executive businessman nurse doctor physician banker farmer slave journalist
   novelist playwright columnist translator critic chef collector hunter officer commander captain general colonel knight nobleman
   alumnus chancellor ambassador commissioner deputy mp candidate prince princess empress duchess countess goddess god wife heir
   pitcher quarterback linebacker outfielder goalkeeper midfielder defender striker forward winger catcher wrestler jockey umpire referee
   rabbi imam missionary deacon archbishop cardinal saxophonist vocalist bassist rapper conductor choreographer designer animator
   matriarch patriarch monarch specialist veteran heiress enthusiast native resident champion advocate
   researcher mathematician physicist chemist professor lecturer scholar teacher educator principal dean`.split(/\s+/),
);

/** What a company can be as well. */
const EITHER: ReadonlySet<string> = new Set(
  'member leader champion native resident winner veteran advocate pioneer player host maker model'.split(' '),
);

/** Endings of words for persons, which these have as well. */
const DOER = /(?:er|or|ist|ian|man|woman|ant|ee)$/;
const THINGS: ReadonlySet<string> = new Set(
  `river tower theater newspaper chapter order paper letter number power cluster border center corner quarter computer container sector
   motor tractor reactor plant restaurant committee coffee tree degree water layer matter cover poster timber 
   frontier corridor harbor harbour floor door manor tumor factor vector processor monitor calculator generator elevator skyscraper
   supercomputer filter register printer transmitter steamer freighter cruiser tanker trawler thriller chiller disorder cancer fever`.split(
    /\s+/,
  ),
);

/** `null` for a noun that may be either; where the text speaks of a person, that is any noun that is not known. */
export function sortOfNoun(noun: string, isOfPerson = false): Sort | null {
  if (KINDS.has(noun) || THINGS.has(noun)) return 'thing';
  if (EITHER.has(noun)) return null;
  if (namesPerson(noun) || PERSONS.has(noun)) return 'person';
  return isOfPerson || DOER.test(noun) ? null : 'thing';
}

/** The subject that a name is; `null` for one that does not say by itself who or what is meant. */
export function subjectNamed({ name, label }: Named, article: string): Subject | null {
  if (UNCLEAR.test(label) || PART.test(label) || /^\p{Ll}|[*_|<>[\]{}]/u.test(label)) return null;
  const noun = nounInName(label);
  return {
    name,
    label: label.startsWith('The ') ? label : `${article}${label}`,
    sort: noun === null ? null : 'thing',
    noun,
    kind: null,
  };
}

/** The name that begins at an index, perhaps behind "the" or in quotation marks, with the index behind it. */
export function nameAt(
  words: readonly TaggedWord[],
  at: number,
  names: readonly NamedWords[],
): { readonly found: NamedWords; readonly article: string; readonly after: number } | null {
  const opening = words[at]?.text ?? '';
  const isArticle = /^the$/i.test(opening);
  const isQuoted = /^["“]$/.test(opening);
  const from = at + Number(isArticle || isQuoted);
  const found = names.find((name) => name.from === from);
  // "Kim Jong" of "Kim Jong-hyun"
  if (found === undefined || /^[-–]$/.test(words[found.to]?.text ?? '')) return null;
  if (isQuoted && !/^["”]$/.test(words[found.to]?.text ?? '')) return null;
  const own = words.slice(found.from, found.to);
  const isName = found.isTitle || isQuoted || (found.isProven && own.some(({ tag }) => tag === 'PROPN'));
  return isName ? { found, article: isArticle ? 'the ' : '', after: found.to + Number(isQuoted) } : null;
}
