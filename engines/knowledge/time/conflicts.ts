/**
 * Statements that cannot all hold: of the same thing, about what has one value at a time. None of them wins: they are
 * shown side by side.
 */
import { datesIn } from './dates-in.ts';
import { follow } from './period.ts';
import type { Period } from './period.ts';

/** That a passage states a fact. */
export interface Claim {
  readonly fact: string;
  /** Normal forms. */
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  /** Passage and document that state it. */
  readonly chunk: string;
  readonly documentId: string;
  readonly extractor: string;
  /** When the passage says that it held; open: it does not say it. */
  readonly valid: Period;
  /** When its document was written; `null`: not known. */
  readonly written: number | null;
}

export interface Conflict<C extends Claim> {
  /**
   * What has several values: the subject of facts such as "is based in", the object of those such as "is the mayor of".
   */
  readonly about: string;
  /** What they say of it, without "is the", dates and the like; of several wordings, one. */
  readonly relation: string;
  /** The newest first, by when they held or else by when they were written. */
  readonly claims: readonly C[];
}

/** Words of a predicate that do not tell one relation from another. */
const EMPTY = new Set(
  `is are was were be been being has have had become became becomes the a an new now currently current still also named appointed elected
   served serves serving as works worked its his her their former longtime then`.split(/\s+/),
);
/** A subject has one of these at a time. */
const OF_ONE_OBJECT = [
  'born in',
  'died in',
  'based in',
  'headquartered in',
  'located in',
  'situated in',
  'belongs to',
  'belonged to',
  'owned by',
  'led by',
  'headed by',
  'run by',
  'managed by',
  'married to',
  'capital',
];
/** An object has one of these at a time. */
const OF_ONE_SUBJECT = ['owns', 'owned', 'leads', 'led', 'heads', 'headed', 'runs', 'manages', 'managed'];
/** What does not change: the times of such statements say nothing. */
const ONCE: ReadonlySet<string> = new Set(['born in', 'died in']);
/**
 * Other wordings of a relation, by the one that is compared: of what they say of their subject, and, turned around, of
 * their object.
 */
const SAME: Readonly<Record<Side['about'], Readonly<Record<string, string>>>> = {
  subject: { 'belongs to': 'owned by', owner: 'owned by', leader: 'led by', head: 'headed by', manager: 'managed by' },
  object: {
    owns: 'owned by',
    'owner of': 'owned by',
    owned: 'belonged to',
    leads: 'led by',
    'leader of': 'led by',
    heads: 'headed by',
    'head of': 'headed by',
    runs: 'run by',
    manages: 'managed by',
    'manager of': 'managed by',
  },
};
/** An object has one holder of such an office at a time; each may have a rank before it. */
const OFFICES = [
  'ceo',
  'chief',
  'executive',
  'executive officer',
  'mayor',
  'president',
  'chair',
  'chairman',
  'chairwoman',
  'director',
  'head',
  'manager',
  'owner',
  'minister',
  'king',
  'queen',
  'governor',
  'captain',
  'master',
  'capital',
  'leader',
  'principal',
  'headmaster',
  'editor',
];
const RANKS = ['chief', 'managing', 'executive', 'prime', 'harbour', 'deputy', 'lord', 'general'];

/** "chief executive officer of" and the like. */
function isOffice(relation: string): boolean {
  if (!relation.endsWith(' of')) return false;
  const office = relation.slice(0, -' of'.length);
  const named = office.endsWith(' officer') ? [office, office.slice(0, -' officer'.length)] : [office];
  return named.some((one) => {
    const [rank = '', ...rest] = one.split(' ');
    return OFFICES.includes(one) || (RANKS.includes(rank) && OFFICES.includes(rest.join(' ')));
  });
}

/** Each predicate of which there is one at a time has one of these words. */
export const WORDS_OF_ONE: readonly string[] = [
  ...new Set([...OF_ONE_OBJECT, ...OF_ONE_SUBJECT, ...OFFICES].map((phrase) => phrase.split(' ', 1)[0] ?? phrase)),
];

/**
 * What a predicate says, without dates and words that do not tell relations apart: "was appointed the mayor of" is
 * "mayor of".
 */
export function relationOf(predicate: string): string {
  return withoutDates(predicate)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !EMPTY.has(word))
    .join(' ');
}

/** What relates a date that follows it. */
const BEFORE_DATE = /(?:^| )(?:in|on|at|by|from|since|until|till|during|before|after) *$/i;

/** "died in 1955 in" is "died in". */
function withoutDates(predicate: string): string {
  if (!/\d/.test(predicate)) return predicate;
  let [rest, from] = ['', 0];
  for (const { start, end } of datesIn(predicate, { written: null, dayFirst: true })) {
    rest += `${predicate.slice(from, start).replace(BEFORE_DATE, '')} `;
    from = end;
  }
  return rest + predicate.slice(from);
}

interface Side {
  readonly about: 'subject' | 'object';
  readonly value: 'subject' | 'object';
}
const OF_SUBJECT: Side = { about: 'subject', value: 'object' };
const OF_OBJECT: Side = { about: 'object', value: 'subject' };

const relationIn = ({ predicate }: Claim): string => relationOf(predicate) || predicate.toLowerCase();

/** The ends of a claim that have one value at a time; none of most claims. */
function sidesOf({ extractor }: Claim, relation: string): Side[] {
  if (extractor === 'record') return [OF_SUBJECT];
  return [
    ...(OF_ONE_OBJECT.includes(relation) ? [OF_SUBJECT] : []),
    ...(OF_ONE_SUBJECT.includes(relation) || isOffice(relation) ? [OF_OBJECT] : []),
  ];
}

/** Whether another claim may contradict it. */
export const mayConflict = (claim: Claim): boolean => sidesOf(claim, relationIn(claim)).length > 0;

/** A claim, and what it says of one of its ends. */
interface Said<C> {
  readonly claim: C;
  readonly about: string;
  readonly relation: string;
  readonly value: string;
}

/**
 * Conflicts among claims, those with most claims first. A passage that gives several values for one time gives a list,
 * and contradicts nothing.
 */
export function conflictsIn<C extends Claim>(claims: readonly C[]): Conflict<C>[] {
  const said = claims.flatMap((claim) => {
    const relation = relationIn(claim);
    return sidesOf(claim, relation).map(({ about, value }) => ({
      claim,
      about: claim[about],
      value: claim[value],
      relation: SAME[about][relation] ?? relation,
    }));
  });
  const groups = Map.groupBy(said, ({ about, relation }) => JSON.stringify([about, relation]));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { about, relation } = first;
      return [{ about, relation, claims: contradicting(group) }];
    })
    .filter((group) => group.claims.length > 1)
    .toSorted((a, b) => b.claims.length - a.claims.length);
}

/**
 * Those of the claims that another one contradicts: it has another value for the same time, and not in the same
 * passage.
 */
function contradicting<C extends Claim>(said: readonly Said<C>[]): C[] {
  const passages = Map.groupBy(said, ({ claim }) => claim.chunk);
  const single = [...passages.values()].filter((own) => !isList(own)).flat();
  const compared = single.slice(0, MOST_CLAIMS);
  return compared
    .filter((one) => compared.some((other) => one.claim.chunk !== other.claim.chunk && differ(one, other)))
    .map(({ claim }) => claim)
    .toSorted((a, b) => newness(b) - newness(a));
}

function isList(said: readonly Said<Claim>[]): boolean {
  const own = said.slice(0, MOST_CLAIMS);
  return own.some((one) => own.some((other) => differ(one, other)));
}

const differ = (one: Said<Claim>, other: Said<Claim>): boolean =>
  one.value !== other.value && (ONCE.has(one.relation) || !follow(one.claim.valid, other.claim.valid));

/** Of one group: more of them are a list of something else. */
const MOST_CLAIMS = 50;

const newness = ({ valid, written }: Claim): number => valid.from ?? valid.to ?? written ?? -Infinity;
