/**
 * The aliases that a chunk shows: those that its text states between two of its names, and those that show in a name
 * itself.
 */
import type { ChunkName } from '../names/chunk-names.ts';
import type { Span } from '../../text/span.ts';
import { isDate } from '../names/dates.ts';
import { normalName } from '../names/normal.ts';
import { abbreviates, isShortForm } from './abbreviation.ts';
import type { Alias } from './alias.ts';
import { isInitialed, withoutHyphens, withoutLegalForm } from './name-forms.ts';
import { CUE_LENGTH, cueAt, isWholeBefore } from './other-names.ts';

interface Place extends Span {
  /** Normal form. */
  readonly name: string;
  /** Whether it is what the chunk is about. */
  readonly isTitle: boolean;
}

/** Those of the names of a chunk that are aliases. Each pair and rule once, at its first place. */
export function aliasesIn(text: string, names: readonly ChunkName[]): Alias[] {
  const places = wholePlaces(text, names);
  const found = [...statedIn(text, places), ...formsOf(text, places)];
  const first = new Map<string, Alias>();
  for (const alias of found) {
    const key = JSON.stringify([alias.alias, alias.name, alias.rule]);
    if (!first.has(key)) first.set(key, alias);
  }
  return [...first.values()];
}

/** Where the text writes a name in full: not by its last word alone. */
function wholePlaces(text: string, names: readonly ChunkName[]): Place[] {
  return names.flatMap(({ name, role, spans }) =>
    spans
      .filter(({ start, end }) => normalName(text.slice(start, end)) === name)
      .map((span) => ({ name, isTitle: role === 2, ...span })),
  );
}

function* statedIn(text: string, places: readonly Place[]): Generator<Alias> {
  const starting = new Map<number, Place>();
  for (const place of places) {
    if (place.end > (starting.get(place.start)?.end ?? 0)) starting.set(place.start, place);
  }
  for (const ending of Map.groupBy(places, ({ end }) => end).values()) {
    const [longest, ...others] = ending.toSorted((a, b) => a.start - b.start);
    if (longest === undefined) continue;
    const behind = text.slice(longest.end, longest.end + CUE_LENGTH);
    // Where several names end, the longest is meant, but an abbreviation is short for the shortest that it fits.
    const abbreviated = [longest, ...others].map((place) => bracketed(text, place, behind, starting));
    const alias = abbreviated.findLast((found) => found !== null) ?? cued(text, longest, behind, starting);
    if (alias !== null) yield alias;
  }
}

const BRACKET =
  /^["”*_]{0,3} \((?:(?:abbreviated|abbr\.|short)(?: as| to| for)?:? |or(?: simply)? |also )?(?:the )?["“*_]{0,3}/u;
const ENDS_BRACKET = /^["”*_]{0,3}[),;]/u;

/** "International Business Machines (IBM)", or "IBM (International Business Machines)". */
function bracketed(text: string, first: Place, behind: string, starting: ReadonlyMap<number, Place>): Alias | null {
  const bracket = BRACKET.exec(behind);
  const second = bracket === null ? undefined : starting.get(first.end + bracket[0].length);
  if (second === undefined || !ENDS_BRACKET.test(text.slice(second.end, second.end + 4))) return null;
  const abbreviation = (short: Place, long: Place): Alias | null => {
    const [label, whole] = [short, long].map(({ start, end }) => text.slice(start, end));
    if (label === undefined || whole === undefined || !isShortForm(label) || !abbreviates(label, whole)) return null;
    return { alias: short.name, name: long.name, rule: 'abbreviation', start: first.start, end: second.end };
  };
  return abbreviation(second, first) ?? abbreviation(first, second);
}

/** "Samuel Clemens, better known as Mark Twain". */
function cued(text: string, first: Place, behind: string, starting: ReadonlyMap<number, Place>): Alias | null {
  const cue = cueAt(behind);
  const second = cue === null ? undefined : starting.get(first.end + cue.length);
  if (cue === null || second === undefined || second.name === first.name || isDate(second.name)) return null;
  if (!isWholeBefore(text.slice(second.end, second.end + CUE_LENGTH)) || !isMeant(text, first, cue.isBracket))
    return null;
  // "Amanda and August (formerly Justin)": which of them?
  if (isJoined(first.name) !== isJoined(second.name)) return null;
  const [name, alias] = cue.isFirstAlias ? [second.name, first.name] : [first.name, second.name];
  return { alias, name, rule: cue.rule, start: first.start, end: second.end };
}

const isJoined = (name: string): boolean => / (?:and|or) /.test(name);

/** "a band from Oshawa, formerly called Rides Again": the band or the place? */
const PREPOSITIONS: ReadonlySet<string> = new Set(
  'of in from at by to for on with near and or as into under between through via against'.split(' '),
);
/** Code units that are read before a name. */
const BEFORE = 60;

/** Whether what is said behind a name is said of it, and not of something named before. */
function isMeant(text: string, { name, isTitle, start }: Place, isBracket: boolean): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start).replace(/ (?:the|an?) $/iu, ' ');
  const word = before.trimEnd().split(/\s/).at(-1) ?? '';
  // A comma, a hyphen, an apostrophe or a capitalized word before it: the name is a part of what is named.
  if (/[,'’-]$/.test(word) || (/^\p{Lu}/u.test(word) && !/^The$|[.!?:)"”]$/.test(word))) return false;
  return isBracket || ((isTitle || name.includes(' ')) && !PREPOSITIONS.has(word.toLowerCase()));
}

function* formsOf(text: string, places: readonly Place[]): Generator<Alias> {
  for (const { name, start, end } of places) {
    const rest = withoutLegalForm(name);
    if (rest !== null) yield { alias: name, name: rest, rule: 'legal_suffix', start, end };
    if (isInitialed(name)) yield { alias: name, name, rule: 'initials', start, end };
    const joined = withoutHyphens(text.slice(start, end), name);
    if (joined !== null) yield { alias: name, name: joined, rule: 'hyphen', start, end };
  }
}
