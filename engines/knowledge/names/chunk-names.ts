/** The names of a chunk: what it is about and what it mentions. */
import { STOP_WORDS, type Language } from '../../text/stop-words.ts';
import type { Span } from '../../text/span.ts';
import { capitalRuns } from './capital-runs.ts';
import { columnRows } from '../../text/statements.ts';
import { knownNames } from './known-names.ts';
import { isNoName } from './no-names.ts';
import { normalName, titleName, withoutBrackets } from './normal.ts';

const MOST_NAMES = 200;
const SHORTEST_NAME = 2;
const MOST_SPANS = 32;
/** Quoted names, of up to 60 characters. */
const QUOTED = /[“"„«「『《]([^“”"„«»「」『』《》\n]{2,60})[”"“»」』》]/g;

/** How a name stands to its chunk: 2 is its title, 1 is a part of its title, 0 is mentioned in its text. */
export type Role = 0 | 1 | 2;

export interface ChunkName {
  /** Normal form: see `normalName`. */
  readonly name: string;
  /** As first written. */
  readonly label: string;
  readonly role: Role;
  /** Places in the chunk's text, at most 32, in order; none if only the title has the name. */
  readonly spans: readonly Span[];
}

export interface NamedText {
  /**
   * If no name is in it ("§ 2"), or it is empty, the first name of the text takes its role, whatever is known
   * elsewhere.
   */
  readonly title: string;
  readonly text: string;
  readonly language: Language;
}

interface Draft {
  label: string;
  role: Role;
  spans: Span[];
}

/**
 * At most 200 names, those of the title first, then by their first place in the text. `isKnown` tells names from
 * elsewhere by normal form.
 */
export function chunkNames({ title, text, language }: NamedText, isKnown: (name: string) => boolean): ChunkName[] {
  const drafts = new Map<string, Draft>();
  const add = (label: string, role: Role, span?: Span): void => {
    const name = role === 2 ? titleName(label) : normalName(label);
    if (name.length < SHORTEST_NAME || (role === 0 && (STOP_WORDS[language].has(name) || isNoName(name)))) return;
    const draft = drafts.get(name) ?? { label, role, spans: [] };
    draft.role = Math.max(draft.role, role) as Role;
    if (span !== undefined && draft.spans.at(-1)?.start !== span.start) draft.spans.push(span);
    drafts.set(name, draft);
  };
  const written = writtenSpans(text, language);
  const known = knownNames(text, language, isKnown).map(({ start, end }) => ({ start, end }));
  const ownTitle = isName(title) ? title : firstName(text, written);
  add(ownTitle, 2);
  for (const part of titleParts(ownTitle, language)) add(part, 1);
  for (const span of outsideColumns(text, [...written, ...known])) add(text.slice(span.start, span.end), 0, span);
  dropLists(drafts, text, isKnown);
  mergeLastNames(drafts, text, isKnown);
  return [...drafts]
    .sort(([, a], [, b]) => b.role - a.role || (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0))
    .slice(0, MOST_NAMES)
    .map(([name, { label, role, spans }]) => ({ name, label, role, spans: spans.slice(0, MOST_SPANS) }));
}

const isName = (title: string): boolean => titleName(title).length >= SHORTEST_NAME;

/** Empty if there is none. */
function firstName(text: string, written: readonly Span[]): string {
  const names = outsideColumns(text, written).map(({ start, end }) => text.slice(start, end));
  return names.find((name) => isName(name) && !isNoName(normalName(name))) ?? '';
}

/** The names that the text shows by itself, by capitals and quotation marks. */
function writtenSpans(text: string, language: Language): Span[] {
  const quoted = Array.from(text.matchAll(QUOTED), ({ 1: name = '', index }) => ({
    start: index + 1,
    end: index + 1 + name.length,
  }));
  return [...capitalRuns(text, language), ...quoted];
}

/** In order. */
function outsideColumns(text: string, spans: readonly Span[]): Span[] {
  const columns = columnRows(text);
  return spans
    .filter(({ start }) => !columns.some(([from, to]) => start >= from && start < to))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** What a title is made of, such as the place in "Leeds, West Yorkshire". */
function titleParts(title: string, language: Language): string[] {
  const plain = withoutBrackets(title);
  const pieces = plain.split(/[,:–]| - /);
  const runs = capitalRuns(plain, language).map(({ start, end }) => plain.slice(start, end));
  return [...pieces.map((piece) => piece.trim()), ...runs].filter((part) => {
    const name = normalName(part);
    return name.length > 2 && !STOP_WORDS[language].has(name) && !isNoName(name);
  });
}

/** Between the names of a list of two, in normal form; the article is that of the second one. */
const LIST_JOINT = / (?:and|und)(?: (the|die|der|das))? /;

/**
 * "Germany and Paimpol" is no name if both are names elsewhere, in the text or beyond. What is named again, or has one
 * article as "the Victoria and Albert Museum", is rather one.
 */
function dropLists(drafts: Map<string, Draft>, text: string, isKnown: (name: string) => boolean): void {
  for (const [name, { role, spans }] of drafts) {
    const [span, again] = spans;
    const [one, article, other, more] = name.split(LIST_JOINT);
    if (role > 0 || span === undefined || again !== undefined || isKnown(name)) continue;
    if (article === undefined && /(?<!\p{L})the $/iu.test(text.slice(Math.max(0, span.start - 5), span.start)))
      continue;
    const isElsewhere = (part: string | undefined): boolean =>
      part !== undefined && (isKnown(part) || outside(drafts.get(part)?.spans ?? [], spans).length > 0);
    if (more === undefined && isElsewhere(one) && isElsewhere(other)) drafts.delete(name);
  }
}

/** Before the last word of a name it tells a place or an owner, as in "University of Leeds", and no last name. */
const BEFORE_PLACE = /(?:^| )(?:of|the|and|for|de|del|della|von|van|in|at) [^ ]+$/;
/** A name that begins with one of these is a part or a time of what its last word names. */
const QUALIFIED =
  /^(?:(?:north|south)?(?:east|west)(?:ern)?|(?:north|south)(?:ern)?|central|upper|lower|inner|outer|greater|downtown|mainland|new|old|ancient|medieval|modern) /;

/**
 * A single word that ends the name of exactly one person or thing of the chunk stands for it, where it may: "Houston"
 * is Sam Houston, but not Downtown Houston. Such a word inside the longer name is no mention of its own.
 */
function mergeLastNames(drafts: Map<string, Draft>, text: string, isKnown: (name: string) => boolean): void {
  const owners = new Map<string, string | null>();
  for (const name of drafts.keys()) {
    const last = name.slice(name.lastIndexOf(' ') + 1);
    if (last !== name && !BEFORE_PLACE.test(name)) owners.set(last, owners.has(last) ? null : name);
  }
  for (const [name, draft] of drafts) {
    const owner = owners.get(name) ?? '';
    const whole = drafts.get(owner);
    if (whole === undefined || draft.role > 0 || /^\p{N}+$/u.test(name)) continue;
    const own = outside(draft.spans, whole.spans);
    if (own.length > 0 && (isKnown(name) || QUALIFIED.test(owner) || standsAlone(own, whole, text))) {
      draft.spans = own;
      continue;
    }
    whole.spans = [...whole.spans, ...own].sort((a, b) => a.start - b.start);
    drafts.delete(name);
  }
}

/** The spans that are inside of none of the others. Both are in order, and the others do not overlap. */
function outside(spans: readonly Span[], others: readonly Span[]): Span[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while (next < others.length && (others[next]?.end ?? 0) <= start) next++;
    const other = others[next];
    return other === undefined || start < other.start || end > other.end;
  });
}

/** Whether a word is used as a name by itself: before the longer name is introduced, or as a place. */
function standsAlone(spans: readonly Span[], whole: Draft, text: string): boolean {
  const isEarlier = whole.role < 2 && (spans[0]?.start ?? 0) < (whole.spans[0]?.start ?? 0);
  return isEarlier || spans.some(({ start, end }) => isPlace(text, start, end));
}

/** "in Houston", but neither "in Houston's office" nor "in Houston Park". */
function isPlace(text: string, start: number, end: number): boolean {
  return (
    /(?<!\p{L})(?:in|at|near) $/iu.test(text.slice(Math.max(0, start - 6), start)) &&
    !/^['’]/.test(text.slice(end, end + 1))
  );
}
