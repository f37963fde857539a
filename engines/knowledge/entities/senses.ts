/** Which of the documents that mention a name mean different things by it, by what they say of it. */
import type { TraitKind } from './traits.ts';

/**
 * Why a name has several bearers.
 *
 * - `birth`, `death`: different years.
 * - `life`: different years in brackets.
 * - `lifetime`: what is said of one was before the birth, or after the death, of the other.
 * - `identifier`, `number`: different ones of one scheme.
 * - `qualifier`: titles that tell one from the other, as in "Mercury (planet)".
 * - `shared_neighbours`: against it: the same other names around them.
 */
export const SPLIT_REASONS = [
  'birth',
  'death',
  'life',
  'lifetime',
  'identifier',
  'number',
  'qualifier',
  'shared_neighbours',
] as const;
export type SplitReason = (typeof SPLIT_REASONS)[number];

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

export interface Senses<D> {
  /** Documents that mean one thing, at least two lists; the first is the one that most documents mean. */
  readonly documents: readonly (readonly D[])[];
  /** From 0 to 1: of the two that are told apart least. */
  readonly score: number;
  readonly reasons: readonly SplitReason[];
}

type Difference = Exclude<SplitReason, 'shared_neighbours'>;

/** How sure a difference makes it: two sources rarely differ by more than a year in a birth, and more often in what they call a number. */
const DIFFERENT: Readonly<Record<Difference, number>> = {
  ...{ birth: 0.95, death: 0.93, life: 0.75, lifetime: 0.93, identifier: 0.97, number: 0.86, qualifier: 0.88 },
};
/** What is left by one shared neighbour, and by more. */
const ONE_SHARED = 0.93;
const MORE_SHARED = 0.8;
/** Groups of documents that say the same. More of them are no name's. */
const MOST_GROUPS = 50;

/** The senses that are told apart with at least this score; `null` when there is one. Documents that do not tell are in none. */
export function sensesBy<D extends TellingDocument>(documents: readonly D[], threshold: number): Senses<D> | null {
  const telling = documents.filter(
    ({ traits }) =>
      traits.length > 0 && !traits.some((one) => traits.some((other) => differenceOf(one, other) !== null)),
  );
  const alike = Map.groupBy(telling, ({ traits }) =>
    traits
      .map(({ kind, value }) => `${kind} ${value}`)
      .toSorted()
      .join('\n'),
  );
  if (alike.size < 2 || alike.size > MOST_GROUPS) return null;
  const senses = joined([...alike.values()]).toSorted((one, other) => other.length - one.length);
  const told: (readonly D[])[] = [];
  const reasons = new Set<SplitReason>();
  let score = 1;
  for (const sense of senses) {
    const apart = told.map((other) => tellApart(sense, other));
    if (apart.some((one) => one.score < threshold)) continue;
    told.push(sense);
    score = Math.min(score, ...apart.map((one) => one.score));
    for (const reason of apart.flatMap((one) => one.reasons)) reasons.add(reason);
  }
  const known = SPLIT_REASONS.filter((reason) => reasons.has(reason));
  return told.length < 2 ? null : { documents: told, score, reasons: known };
}

/** Groups that agree in something and differ in nothing are one. */
function joined<D extends TellingDocument>(groups: readonly (readonly D[])[]): D[][] {
  const senses: D[][] = [];
  for (const group of groups) {
    const fits = senses.filter((sense) => {
      const pairs = traitsOf(sense).flatMap((one) => traitsOf(group).map((other) => [one, other] as const));
      return (
        pairs.some(([one, other]) => agree(one, other)) &&
        !pairs.some(([one, other]) => differenceOf(one, other) !== null)
      );
    });
    const [fit] = fits;
    // A group that fits two that differ is neither's.
    if (fit !== undefined && fits.length === 1) fit.push(...group);
    else if (fits.length === 0) senses.push([...group]);
  }
  return senses;
}

const traitsOf = (sense: readonly TellingDocument[]): ToldTrait[] => {
  const traits = sense.flatMap(({ traits: own }) => own);
  return [...new Map(traits.map((trait) => [`${trait.kind} ${trait.value}`, trait])).values()];
};

/** How sure it is that what two groups of documents tell of one name is told of two things, and why. */
export function tellApart(
  one: readonly TellingDocument[],
  other: readonly TellingDocument[],
): { readonly score: number; readonly reasons: readonly SplitReason[] } {
  const pairs = traitsOf(one).flatMap((first) => traitsOf(other).map((second) => [first, second] as const));
  if (pairs.some(([first, second]) => isSurelySame(first, second))) return { score: 0, reasons: [] };
  const kinds = [...new Set(pairs.flatMap(([first, second]) => differenceOf(first, second) ?? []))];
  const score = 1 - kinds.reduce((left, kind) => left * (1 - DIFFERENT[kind]), 1);
  const around = new Set(one.flatMap(({ neighbours }) => [...neighbours]));
  const shared = new Set(other.flatMap(({ neighbours }) => [...neighbours].filter((name) => around.has(name)))).size;
  if (shared === 0 || score === 0) return { score, reasons: kinds };
  return { score: score * (shared === 1 ? ONE_SHARED : MORE_SHARED), reasons: [...kinds, 'shared_neighbours'] };
}

const yearOf = (value: string): number => Number(value.slice(0, 4));
const schemeOf = (value: string): string => value.slice(0, value.indexOf(' '));
const isDate = (kind: TraitKind): boolean => kind === 'birth' || kind === 'death';

/** Years that a person lives at most, and how far sources differ in a year. */
const LONGEST_LIFE = 112;
const SLIP = 1;

/** First and last year in which one of whom this is said was alive, as far as it says. What brackets have may be an office. */
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
