/** The dates of a text, in English and German, by rules. Takes time linear in the text. */
import type { Span } from '../../text/span.ts';
import { partAt, periodOf } from './part.ts';
import type { Part, Reading } from './part.ts';
import { partsOf } from './period.ts';
import type { ClosedPeriod, Period } from './period.ts';
import { relativeAt } from './relative.ts';
import { isJoined, tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';

/**
 * How a text puts something in relation to a date: "since 2010". `at`: in, on or during it. `from`: "from 2010", which
 * may be a period or an origin.
 */
export type Relation = 'at' | 'since' | 'from' | 'until' | 'before' | 'after';

export interface TextDate extends Span {
  /** What is written at the span. */
  readonly period: ClosedPeriod;
  readonly relation: Relation;
}

export interface DateContext extends Reading {
  /** The day on which the text was written, from which "yesterday" is told; `null`: not known. */
  readonly written: number | null;
}

/** Dates of one text; a calendar has more, and says nothing by them. */
const MOST_DATES = 100;

/** At most 100 dates, in order. */
export function datesIn(text: string, context: DateContext): TextDate[] {
  const tokens = tokensOf(text);
  const dates: TextDate[] = [];
  for (let at = 0; at < tokens.length && dates.length < MOST_DATES;) {
    const before = dates.at(-1)?.period ?? null;
    const found =
      rangeAt(tokens, at, context, before) ??
      relativeAt(tokens, at, { written: context.written, before: before?.to ?? null });
    const [first, last] = [tokens[at], tokens[(found?.next ?? 0) - 1]];
    if (found !== null && first !== undefined && last !== undefined) {
      dates.push({
        period: found.period,
        relation: relationAt(tokens, at, found.next),
        start: first.start,
        end: last.end,
      });
    }
    at = found?.next ?? at + 1;
  }
  return dates;
}

/** The time that a date speaks of: "since 2010" is open at its end. */
export function meant({ period: { from, to }, relation }: Pick<TextDate, 'period' | 'relation'>): Period {
  if (relation === 'since') return { from, to: null };
  if (relation === 'until') return { from: null, to };
  if (relation === 'before') return { from: null, to: from - 1 };
  return relation === 'after' ? { from: to + 1, to: null } : { from, to };
}

interface Found {
  readonly period: ClosedPeriod;
  readonly next: number;
}

/**
 * A date or a range of two. A year that neither has is that of the date before, if this was a day or a month, or that
 * of the text.
 */
function rangeAt(
  tokens: readonly Token[],
  at: number,
  context: DateContext,
  before: ClosedPeriod | null,
): Found | null {
  const one = partAt(tokens, at, context) ?? dayAt(tokens, at);
  if (one === null) return null;
  const isNear = before !== null && before.to - before.from <= 31;
  const day = isNear ? before.from : context.written;
  const year = day === null ? null : partsOf(day).year;
  const range = secondOf(tokens, at, one, context);
  if (range !== null) {
    const first = { ...one, year: one.year ?? range.year, month: one.month ?? range.month };
    const second = { ...range, year: range.year ?? one.year, month: range.month ?? one.month };
    const [from, to] = [periodOf(first, year), periodOf(second, year)];
    if (from !== null && to !== null && from.from < to.to)
      return { period: { from: from.from, to: to.to }, next: second.next };
  }
  if (one.year === null && one.day === null && !/^(?:in|im|since|seit|until|bis|by)$/.test(tokens[at - 1]?.text ?? ''))
    return null;
  const period = periodOf(one, year);
  return period && { period, next: one.next };
}

/** "12" of "12–15 March 2024". */
function dayAt(tokens: readonly Token[], at: number): Part | null {
  const day = tokens[at];
  if (day?.number === undefined || day.number === null || day.number < 1 || day.number > 31 || day.text.length > 2)
    return null;
  const next = tokens[at + 1]?.text === '.' && isJoined(tokens, at + 1) ? at + 2 : at + 1;
  return { year: null, month: null, day: day.number, span: null, other: null, next };
}

/** The second date of a range: "to July 2021", "–45", "and 2015" behind "between". */
function secondOf(tokens: readonly Token[], at: number, one: Part, reading: Reading): Part | null {
  const joint = tokens[one.next]?.text ?? '';
  const opener = tokens[at - 1]?.text ?? '';
  const isBetween = /^(?:between|zwischen)$/.test(opener) && /^(?:and|und)$/.test(joint);
  const isSlash = joint === '/' && one.year !== null && one.month === null && isJoined(tokens, one.next);
  if (!isBetween && !isSlash && !/^(?:[-–—]|to|until|till|through|bis)$/.test(joint)) return null;
  const next = one.next + 1;
  const short = tokens[next];
  const isYearAlone = one.year !== null && one.month === null && one.span === null;
  if (isYearAlone && short?.text.length === 2 && short.number !== null && isJoined(tokens, next)) {
    const year = one.year - (one.year % 100) + short.number;
    return year > one.year ? { ...one, year, next: next + 1 } : null;
  }
  const part = partAt(tokens, next, reading);
  if (part !== null) return part;
  // "March 12–15, 2024"
  const day = one.day !== null && one.year === null ? dayAt(tokens, next) : null;
  const year = tokens[day?.next ?? 0]?.text === ',' ? tokens[(day?.next ?? 0) + 1] : undefined;
  if (day === null) return null;
  return year?.number !== null && year?.text.length === 4 ? { ...day, year: year.number, next: day.next + 2 } : day;
}

const RELATIONS: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ...['since', 'seit'].map((word) => [word, 'since'] as const),
  ...['from', 'ab', 'von'].map((word) => [word, 'from'] as const),
  ...['until', 'till', 'through', 'bis'].map((word) => [word, 'until'] as const),
  ...['before', 'prior', 'vor'].map((word) => [word, 'before'] as const),
  ...['after', 'nach'].map((word) => [word, 'after'] as const),
]);

/** Words between a date and what puts it in relation. */
const BETWEEN = /^(?:the|early|late|mid|about|around|end|of|to|at|least|dem|der|den|anfang|ende|mitte|zum)$/;

/** How the words before a date put something in relation to it. */
function relationAt(tokens: readonly Token[], at: number, next: number): Relation {
  let index = at - 1;
  while (index >= at - 3 && BETWEEN.test(tokens[index]?.text ?? '')) index--;
  const relation = RELATIONS.get(tokens[index]?.text ?? '') ?? 'at';
  const isOpen =
    /^(?:on|onwards?|an)$/.test(tokens[next]?.text ?? '') && /^(?:[.,;)]|)$/.test(tokens[next + 1]?.text ?? '');
  return relation === 'from' && isOpen ? 'since' : relation;
}
