/**
 * What a text says of a name that tells the entities of this name apart: when it was born, how it is numbered, or which
 * one it is.
 */
import type { Span } from '../../text/span.ts';
import type { Field } from '../records/fields.ts';
import { columnWords } from '../records/column-words.ts';
import { normalName, titleName, withoutBrackets } from '../names/normal.ts';
import type { TextDate } from '../time/dates-in.ts';
import { isoOf } from '../time/period.ts';
import { identifierAt, isOneOfItsKind, numberAt } from './identifiers.ts';
import type { TraitKind } from './options.ts';

export interface Trait {
  /** Normal form. */
  readonly name: string;
  readonly kind: TraitKind;
  readonly value: string;
  /** Where the text says it, in UTF-16 code units, end exclusive; `null`: its title does. */
  readonly span: Span | null;
}

/** A name of the text, and its places. */
export interface PlacedName {
  readonly name: string;
  readonly spans: readonly Span[];
}

/** Code units behind a name in which its traits stand. */
const REACH = 120;
/** Traits of one chunk. */
const MOST_TRAITS = 100;
/** Code units of a text in which the full name of its subject is introduced. */
const OPENING = 300;

/**
 * At most 100 traits of the names of a text whose title is `title`, empty without one. `dates` are those of the text,
 * in order.
 */
export function traitsIn(
  text: string,
  title: string,
  names: readonly PlacedName[],
  dates: readonly TextDate[],
): Trait[] {
  const placed = names.flatMap(({ name, spans }) => spans.map((span) => ({ name, ...span })));
  placed.sort((one, other) => one.start - other.start || other.end - one.end);
  const traits = new Map<string, Trait>();
  const add = (trait: Trait): void => {
    const key = JSON.stringify([trait.name, trait.kind, trait.value]);
    if (traits.size < MOST_TRAITS && !traits.has(key)) traits.set(key, trait);
  };
  const qualifier = qualifierOf(title);
  if (qualifier !== null) add({ name: titleName(title), kind: 'qualifier', value: qualifier, span: null });
  let next = 0;
  for (const { name, start, end } of placed) {
    while (next < dates.length && (dates[next]?.start ?? 0) < end) next++;
    for (const found of behind(text, end, dates, next)) {
      const span = { start, end: found.end };
      add({ name, kind: found.kind, value: found.value, span });
      if (isSubject(title, name) && start < OPENING) {
        add({ name: titleName(title), kind: found.kind, value: found.value, span });
      }
    }
  }
  return [...traits.values()];
}

/**
 * Whether a name, such as "Jonathan Paul Marsh", introduces what the title calls "Jon Marsh": both end in the same
 * word.
 */
function isSubject(title: string, name: string): boolean {
  const own = titleName(title);
  return own !== name && own.includes(' ') && name.includes(' ') && lastWord(own) === lastWord(name);
}
const lastWord = (name: string): string => name.slice(name.lastIndexOf(' ') + 1);

interface Found {
  readonly kind: TraitKind;
  readonly value: string;
  /** In the text. */
  readonly end: number;
}

const BRACKETS = /^["”*]{0,3},? ?\(([^()]{1,100})\)/;
/** What follows a name of which it is said when it was born or died; the date follows. */
const BORN = /^["”*]{0,3},? ?(?:\([^()]{1,60}\) ?)?(?:(?:who )?(?:was|is) |\()?born (?=in|on|at|[\d\p{Lu}])/u;
const DIED = /^["”*]{0,3},? ?(?:\([^()]{1,60}\) ?)?(?:who )?(?:died|passed away|starb|verstarb) /;
/** German has the date before the verb. */
const GEBOREN = /^["”*]{0,3},? ?(?:wurde|ist) .{1,70}? geboren\b/;
const BIRTH_MARK = /(?:\bborn|\bb\.|\bgeb(?:oren|\.)|\*)/;
const DEATH_MARK = /(?:\bdied|\bd\.|\bgest(?:orben|\.)|†)/;
/** A date that is guessed. */
const ABOUT = /(?:\bca?\.|\bcirca|\babout|\baround|\bum|\?) ?$/;

/** The traits that stand behind the end of a name; `next` is the first date behind it. */
function behind(text: string, end: number, dates: readonly TextDate[], next: number): Found[] {
  const [paragraph = ''] = text.slice(end, end + REACH).split('\n\n', 1);
  const tail = paragraph.replace(/\s/g, ' ');
  const found: Found[] = [];
  const near: TextDate[] = [];
  for (let at = next; (dates[at]?.end ?? Infinity) <= end + tail.length; at++) near.push(...dates.slice(at, at + 1));
  const dated = (kind: TraitKind, from: number, to: number): void => {
    const date = near.find((one) => one.start >= end + from && one.end <= end + to);
    const value = date === undefined || ABOUT.test(tail.slice(0, date.start - end)) ? null : valueOf(date);
    // Of "born in Carrow. In 1990 …", the year is another sentence's.
    if (date === undefined || value === null || /[.;] \p{Lu}/u.test(tail.slice(from, date.start - end))) return;
    found.push({ kind, value, end: date.end });
  };
  const brackets = BRACKETS.exec(tail);
  const inside = brackets?.[1] ?? '';
  const from = (brackets?.[0].length ?? 0) - inside.length - 1;
  const [birth, death] = [inside.search(BIRTH_MARK), inside.search(DEATH_MARK)];
  if (birth >= 0) dated('birth', from + birth, from + (death > birth ? death : inside.length));
  if (death >= 0) dated('death', from + death, from + inside.length);
  if (birth < 0 && death < 0) found.push(...lifeIn(text, near, end + from, end + from + inside.length));
  const [born, died, geboren] = [BORN.exec(tail), DIED.exec(tail), GEBOREN.exec(tail)];
  if (born !== null && birth < 0) dated('birth', born[0].length, tail.length);
  if (died !== null) dated('death', died[0].length, tail.length);
  if (geboren !== null) dated('birth', 0, geboren[0].length);
  const named = identifierAt(tail) ?? numberAt(tail);
  if (named !== null) found.push({ kind: named.kind, value: named.value, end: end + named.end });
  return found;
}

/** Years between birth and death. */
const SHORTEST_LIFE = 16;
const LONGEST_LIFE = 112;

/** "12 March 1961 – 3 May 2003" in brackets is a life; "1961–2003" alone may be one. */
function lifeIn(text: string, near: readonly TextDate[], from: number, to: number): Found[] {
  const date = near.find(({ start, end }) => start >= from && end <= to);
  if (date === undefined || date.relation !== 'at') return [];
  const { period, start, end } = date;
  const [first, last] = [isoOf(period.from), isoOf(period.to)];
  const years = Number(last.slice(0, -6)) - Number(first.slice(0, -6));
  if (years < SHORTEST_LIFE || years > LONGEST_LIFE) return [];
  const isInDays = text
    .slice(start, end)
    .split(/[–—-]/)
    .every((side) => /\p{L}{3}/u.test(side));
  if (!isInDays) return [{ kind: 'life', value: `${first.slice(0, 4)}/${last.slice(0, 4)}`, end }];
  return [
    { kind: 'birth', value: first, end },
    { kind: 'death', value: last, end },
  ];
}

/** A day, a month or a year as it is written in ISO 8601; `null` for less. */
function valueOf({ period: { from, to } }: TextDate): string | null {
  const days = to - from + 1;
  if (from < 0 && isoOf(from).length !== ISO_DATE) return null;
  if (days === 1) return isoOf(from);
  if (days <= 31) return isoOf(from).slice(0, 7);
  return days === 365 || days === 366 ? isoOf(from).slice(0, 4) : null;
}
const ISO_DATE = 10;

/** Words in brackets that say what a document is, not what it is about. */
const OF_DOCUMENTS = new Set(
  `draft final copy revised revision version part volume vol chapter series season episode english german french edition translation summary
   minutes notes page pages continued cont archived archive old new signed unsigned scan scanned updated update disambiguation
   biography profile cv overview index entwurf kopie fassung teil`.split(/\s+/),
);

/** What the brackets at the end of a title say; `null` when they say nothing of what it is. */
function qualifierOf(title: string): string | null {
  const plain = withoutBrackets(title);
  if (plain === title.trimEnd()) return null;
  const value = normalName(title.slice(plain.length));
  const words = value.split(' ');
  return /\p{L}{3}/u.test(value) && !words.some((word) => OF_DOCUMENTS.has(word)) ? value : null;
}

const BIRTH = new Set(['born', 'dob', 'birthday', 'birthdate', 'birthyear', 'geburtsdatum', 'geburtsjahr', 'geboren']);
const DEATH = new Set(['died', 'deathdate', 'deathyear', 'sterbedatum', 'todesdatum', 'gestorben']);

/** The traits of a record that is called `name`: its columns say what they are. */
export function recordTraits(
  name: string,
  text: string,
  fields: readonly Field[],
  dates: readonly TextDate[],
): Trait[] {
  return fields.flatMap(({ column, value: span, start, end }): Trait[] => {
    const words = columnWords(column);
    const joined = words.filter((word) => !/^(?:of|date|year|day|the)$/.test(word)).join('');
    const kind =
      BIRTH.has(joined) || joined === 'birth' ? 'birth' : DEATH.has(joined) || joined === 'death' ? 'death' : null;
    if (kind !== null) {
      const date = dates.find((one) => one.start >= span.start && one.end <= span.end);
      const value = date === undefined ? null : valueOf(date);
      return value === null ? [] : [{ name, kind, value, span: { start, end } }];
    }
    const value = isOneOfItsKind(words, text.slice(span.start, span.end));
    return value === null ? [] : [{ name, kind: 'identifier', value, span: { start, end } }];
  });
}
