/** Statements that cannot all hold: of the same thing, about what has one value at a time. None of them wins: they are shown side by side. */
import { overlap } from './period.ts';
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
  /** What has several values: the subject of facts such as "is based in", the object of those such as "is the mayor of". */
  readonly about: string;
  /** What they say of it, without "is the" and the like. */
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
  ...['born in', 'died in', 'based in', 'headquartered in', 'located in', 'situated in', 'belongs to', 'belonged to'],
  ...['owned by', 'led by', 'headed by', 'run by', 'managed by', 'married to', 'capital'],
];
/** An object has one of these at a time. */
const OF_ONE_SUBJECT = ['owns', 'owned', 'leads', 'led', 'heads', 'headed', 'runs', 'manages', 'managed'];
/** An object has one holder of such an office at a time; each may have a rank before it. */
const OFFICES = [
  ...[
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
  ],
  ...['head', 'manager', 'owner', 'minister', 'king', 'queen', 'governor', 'captain', 'master', 'capital', 'leader'],
  ...['principal', 'headmaster', 'editor'],
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

/** What a predicate says, without words that do not tell relations apart: "was appointed the mayor of" is "mayor of". */
export function relationOf(predicate: string): string {
  return predicate
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !EMPTY.has(word))
    .join(' ');
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

/** Conflicts among claims, those with most claims first. A passage that gives several values gives a list, and contradicts nothing. */
export function conflictsIn<C extends Claim>(claims: readonly C[]): Conflict<C>[] {
  const sided = claims.flatMap((claim) => {
    const relation = relationIn(claim);
    return sidesOf(claim, relation).map((side) => ({ side, claim, relation }));
  });
  const groups = Map.groupBy(sided, ({ side, claim, relation }) =>
    JSON.stringify([side.about, claim[side.about], relation]),
  );
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { side, claim, relation } = first;
      const stated = group.map((one) => one.claim);
      return [{ about: claim[side.about], relation, claims: contradicting(stated, (one) => one[side.value]) }];
    })
    .filter((group) => group.claims.length > 1)
    .toSorted((a, b) => b.claims.length - a.claims.length);
}

/** Those of the claims that another one contradicts: it has another value at the same time, and not in the same passage. */
function contradicting<C extends Claim>(claims: readonly C[], valueOf: (claim: C) => string): C[] {
  const lists = new Set<string>();
  const values = new Map<string, string>();
  for (const claim of claims) {
    const known = values.get(claim.chunk);
    if (known !== undefined && known !== valueOf(claim)) lists.add(claim.chunk);
    values.set(claim.chunk, valueOf(claim));
  }
  const single = claims.filter(({ chunk }) => !lists.has(chunk)).slice(0, MOST_CLAIMS);
  return single
    .filter((one) => single.some((other) => valueOf(other) !== valueOf(one) && overlap(one.valid, other.valid)))
    .toSorted((a, b) => newness(b) - newness(a));
}

/** Of one group: more of them are a list of something else. */
const MOST_CLAIMS = 50;

const newness = ({ valid, written }: Claim): number => valid.from ?? valid.to ?? written ?? -Infinity;
