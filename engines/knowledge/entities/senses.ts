/** Which of the documents that mention a name mean different things by it, by what they say of it. */
import { MERGE_THRESHOLD, MOST_GROUPS, SPLIT_REASONS } from './options.ts';
import type { SplitReason, TraitKind } from './options.ts';

export interface ToldTrait {
  readonly kind: TraitKind;
  readonly value: string;
}

/** A document that mentions the name. */
export interface TellingDocument<T extends ToldTrait = ToldTrait> {
  readonly id: string;
  readonly traits: readonly T[];
  /** Rare names that it mentions beside the name. */
  readonly neighbours: ReadonlySet<string>;
}

export interface ToldSenses<D> {
  /** Documents that mean one thing, at least two lists; the first is the one that most documents mean. */
  readonly documents: readonly (readonly [D, ...D[]])[];
  /** From 0 to 1: of the two that are told apart least. */
  readonly score: number;
  readonly reasons: readonly SplitReason[];
}

type Difference = Exclude<SplitReason, 'shared_neighbours'>;

/**
 * How sure a difference makes it: two sources rarely differ by more than a year in a birth, and more often in what they
 * call a number. Set by judgement, as what shared neighbours leave is: no sample of names that several share fixed
 * them.
 */
const DIFFERENT: Readonly<Record<Difference, number>> = {
  birth: 0.95,
  death: 0.93,
  life: 0.75,
  lifetime: 0.93,
  identifier: 0.97,
  number: 0.86,
  qualifier: 0.88,
};
/** What is left by one shared neighbour, and by more. */
const ONE_SHARED = 0.93;
const MORE_SHARED = 0.8;
/**
 * Different things that a document says of a name, or all documents of one of two names. Beyond this, too many entities
 * share the name for traits to tell them apart.
 */
export const MOST_TRAITS = 20;

/** What documents that mean one thing by a name tell of it. */
export interface Told {
  /** All different. */
  readonly traits: readonly ToldTrait[];
  /** Rare names that they mention beside it. */
  readonly neighbours: ReadonlySet<string>;
}

interface Sense<D> {
  readonly documents: [D, ...D[]];
  traits: readonly ToldTrait[];
}

/**
 * The senses that are told apart with at least this score; `null` when there is one. Documents that do not tell are in
 * none. Takes some milliseconds at most: there are {@link MOST_GROUPS} groups of {@link MOST_TRAITS} traits.
 */
export function sensesBy<D extends TellingDocument>(documents: readonly D[], threshold: number): ToldSenses<D> | null {
  const groups = new Map<string, Sense<D>>();
  for (const document of documents) {
    const traits = different(document.traits);
    if (traits.length === 0 || traits.length > MOST_TRAITS || contradict(traits, traits)) continue;
    const said = traits.map(keyOf).toSorted().join('\n');
    const group = groups.get(said);
    if (group === undefined) groups.set(said, { documents: [document], traits });
    else group.documents.push(document);
  }
  if (groups.size < 2 || groups.size > MOST_GROUPS) return null;
  const senses = joined([...groups.values()]).toSorted((one, other) => other.documents.length - one.documents.length);
  const told: (Told & Pick<Sense<D>, 'documents'>)[] = [];
  const reasons = new Set<SplitReason>();
  let score = 1;
  for (const { documents: meant, traits } of senses) {
    const sense = {
      documents: meant,
      traits,
      neighbours: new Set(meant.flatMap((document) => [...document.neighbours])),
    };
    const apart = told.map((other) => tellApart(sense, other));
    if (apart.some((one) => one.score < threshold)) continue;
    told.push(sense);
    score = Math.min(score, ...apart.map((one) => one.score));
    for (const reason of apart.flatMap((one) => one.reasons)) reasons.add(reason);
  }
  const known = SPLIT_REASONS.filter((reason) => reasons.has(reason));
  return told.length < 2 ? null : { documents: told.map((sense) => sense.documents), score, reasons: known };
}

/** Groups that agree in something and differ in nothing are one. */
function joined<D>(groups: readonly Sense<D>[]): Sense<D>[] {
  const senses: Sense<D>[] = [];
  for (const { documents, traits } of groups) {
    const fits = senses.filter((sense) => haveAgreeing(sense.traits, traits) && !contradict(sense.traits, traits));
    const [fit] = fits;
    // A group that fits two that differ is neither's.
    if (fit !== undefined && fits.length === 1) {
      fit.documents.push(...documents);
      fit.traits = different([...fit.traits, ...traits]);
    } else if (fits.length === 0) senses.push({ documents: [...documents], traits });
  }
  return senses;
}

const keyOf = ({ kind, value }: ToldTrait): string => `${kind} ${value}`;

const different = (traits: readonly ToldTrait[]): ToldTrait[] => [
  ...new Map(traits.map((trait) => [keyOf(trait), trait])).values(),
];

const haveAgreeing = (some: readonly ToldTrait[], others: readonly ToldTrait[]): boolean =>
  some.some((one) => others.some((other) => agree(one, other)));

const contradict = (some: readonly ToldTrait[], others: readonly ToldTrait[]): boolean =>
  some.some((one) => others.some((other) => differenceOf(one, other) !== null));

function differences(some: readonly ToldTrait[], others: readonly ToldTrait[]): ReadonlySet<Difference> {
  const kinds = new Set<Difference>();
  for (const one of some) {
    for (const other of others) {
      const kind = differenceOf(one, other);
      if (kind !== null) kinds.add(kind);
    }
  }
  return kinds;
}

const certaintyOf = (kinds: ReadonlySet<Difference>): number =>
  1 - [...kinds].reduce((left, kind) => left * (1 - DIFFERENT[kind]), 1);

/** How sure it is that what is told of two names, or twice of one, is told of two things, and why. */
export function tellApart(
  one: Told,
  other: Told,
): { readonly score: number; readonly reasons: readonly SplitReason[] } {
  if (one.traits.some((first) => other.traits.some((second) => isSurelySame(first, second))))
    return { score: 0, reasons: [] };
  const kinds = differences(one.traits, other.traits);
  const score = certaintyOf(kinds);
  const shared = [...one.neighbours].filter((name) => other.neighbours.has(name)).length;
  if (shared === 0 || score === 0) return { score, reasons: [...kinds] };
  return { score: score * (shared === 1 ? ONE_SHARED : MORE_SHARED), reasons: [...kinds, 'shared_neighbours'] };
}

/** Whether what documents tell of two names is told of two things, rather than not. */
export function areTwoThings(one: readonly ToldTrait[], other: readonly ToldTrait[]): boolean {
  if (one.length > MOST_TRAITS || other.length > MOST_TRAITS) return false;
  const neighbours = new Set<string>();
  return tellApart({ traits: one, neighbours }, { traits: other, neighbours }).score > 0.5;
}

/** Whether what is told of one name, by all documents, is told of several things so surely that they may be split. */
export const areSeveralThings = (traits: readonly ToldTrait[]): boolean =>
  certaintyOf(differences(traits, traits)) >= MERGE_THRESHOLD;

const yearOf = (value: string): number => Number(value.slice(0, 4));
const schemeOf = (value: string): string => value.slice(0, value.indexOf(' '));
const isDate = (kind: TraitKind): boolean => kind === 'birth' || kind === 'death';

/** Years that a person lives at most, and how far sources differ in a year. */
const LONGEST_LIFE = 112;
const SLIP = 1;

/**
 * First and last year in which one of whom this is said was alive, as far as it says. What brackets have may be an
 * office.
 */
function lifetimeOf({ kind, value }: ToldTrait): readonly [number, number] | null {
  if (kind === 'birth') return [yearOf(value), yearOf(value) + LONGEST_LIFE];
  if (kind === 'death') return [yearOf(value) - LONGEST_LIFE, yearOf(value)];
  return kind === 'life' ? yearsOf(value) : null;
}

function yearsOf(value: string): readonly [number, number] {
  const [from = '', to = ''] = value.split('/');
  return [yearOf(from), yearOf(to)];
}

/** Why two cannot be one thing's; `null` when they may be. */
function differenceOf(one: ToldTrait, other: ToldTrait): Difference | null {
  if (one.kind !== other.kind) {
    const [first, second] = [lifetimeOf(one), lifetimeOf(other)];
    if (first === null || second === null) return null;
    return first[1] + SLIP < second[0] || second[1] + SLIP < first[0] ? 'lifetime' : null;
  }
  return one.value !== other.value && differInKind(one, other) ? one.kind : null;
}

function differInKind({ kind, value }: ToldTrait, { value: other }: ToldTrait): boolean {
  if (isDate(kind)) return Math.abs(yearOf(value) - yearOf(other)) > SLIP;
  if (kind === 'life') {
    const [years, others] = [yearsOf(value), yearsOf(other)];
    return years.every((year, at) => Math.abs(year - (others[at] ?? year)) > SLIP);
  }
  if (kind === 'qualifier') {
    const [words, others] = [value.split(' '), other.split(' ')];
    // "film" may be the "2009 film".
    return !words.some((word) => others.includes(word));
  }
  return schemeOf(value) === schemeOf(other);
}

/** Whether two speak for one thing: equal, a year and a day of it, or a life and its beginning or end. */
function agree(one: ToldTrait, other: ToldTrait): boolean {
  if (one.kind === other.kind) {
    if (!isDate(one.kind)) return one.value === other.value;
    return one.value.startsWith(other.value) || other.value.startsWith(one.value);
  }
  const [life, date] = one.kind === 'life' ? [one, other] : [other, one];
  if (life.kind !== 'life' || !isDate(date.kind)) return false;
  return yearsOf(life.value)[date.kind === 'birth' ? 0 : 1] === yearOf(date.value);
}

/** A date of a life, or an identifier, that is shared is hardly by chance. */
const isSurelySame = (one: ToldTrait, other: ToldTrait): boolean =>
  (isDate(one.kind) || isDate(other.kind) || one.kind === 'identifier') && agree(one, other);
