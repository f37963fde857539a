/**
 * Ranking by time: how well the dates of a passage fit what is asked, and which comes first of those that are about it.
 */
import type { TimeOrder } from '../options.ts';
import { fit } from './match.ts';
import { overlap } from './period.ts';
import type { Period } from './period.ts';
import type { AskedTime } from './question.ts';

/** What a search has of a passage. */
export interface Timed<D extends Period> {
  /** How well it fits the question beside its time. */
  readonly score: number;
  /** Its dates, with how much each counts, from 0 to 1: a date of its text counts more than that of its document. */
  readonly dates: readonly { readonly date: D; readonly weight: number }[];
}

export interface RankedInTime<D extends Period> {
  readonly score: number;
  /** The date that counted; `null` if none did. */
  readonly date: D | null;
}

/**
 * In units of `similarity`, as the scores of passages; each counts as the square of how the passage's score stands to
 * the best one. Chosen on the questions of bench/knowledge/documents/dated and on 120 of TimeQA. `around`: the asked
 * time lies between dates of the passage. `before`: no date fits, and the passage has the last one before the asked
 * time, which may still have held.
 */
const WEIGHTS = { fit: 1.4, order: 1.4, when: 0.2, around: 0.2, before: 0.4 } as const;
/** The share of the best score from which on a passage is about the question. */
const ABOUT = 0.7;

interface Fitted<D extends Period> {
  /** Share of the best score. */
  readonly about: number;
  readonly fits: readonly { readonly date: D; readonly fit: number }[];
  readonly best: { readonly date: D; readonly fit: number } | null;
}

/**
 * The passages with their scores in time, in the order given. `today`: what is later is planned, and not the latest.
 */
export function rankInTime<D extends Period>(
  passages: readonly Timed<D>[],
  asked: AskedTime,
  today: number,
): RankedInTime<D>[] {
  const isBounded = asked.from !== null || asked.to !== null;
  const most = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE);
  const fitted = passages.map(({ score, dates }): Fitted<D> => {
    const fits = dates
      .map(({ date, weight }) => ({ date, fit: weight * (isBounded ? fitOf(date, asked) : 1) }))
      .filter((one) => one.fit > 0);
    const best = fits.reduce<(typeof fits)[number] | null>((a, one) => (one.fit > (a?.fit ?? 0) ? one : a), null);
    return { about: Math.max(0, score / most), fits, best };
  });
  const ordered = asked.order === null ? null : orderOf(fitted, asked.order, asked.to ?? today);
  const before = asked.order === null ? lastBefore(passages, fitted, asked.from) : null;
  return passages.map(({ score, dates }, index) => {
    const { about, best } = fitted[index] ?? { about: 0, best: null };
    const around = isBounded ? WEIGHTS.around * fit(envelope(dates.map(({ date }) => date)), asked) : 0;
    const bonus = isBounded
      ? Math.max(WEIGHTS.fit * (best?.fit ?? 0), around)
      : (asked.asksWhen ? WEIGHTS.when : 0) * (best?.fit ?? 0);
    const key = ordered?.[index] ?? null;
    const last = before?.index === index ? before : null;
    const all = bonus + WEIGHTS.order * (key?.place ?? 0) + (last ? WEIGHTS.before : 0);
    return { score: score + all * about ** 2, date: key?.date ?? best?.date ?? last?.date ?? null };
  });
}

/** What has ended before the day of which the state is asked. Set by judgement: no sample fixed it. */
const ENDED = 0.7;

/**
 * How well a date fits. The state "as of June 2015" is what held on its last day, however long, and not what is known
 * to have ended before it.
 */
function fitOf(date: Period, asked: AskedTime): number {
  const { from, to, order } = asked;
  if (order !== 'latest' || from !== null || to === null) return fit(date, asked);
  if (overlap(date, { from: to, to })) return 1;
  return isLong(date) ? ENDED * fit(date, asked) : fit(date, asked);
}

/** From the first to the last date; of none, a period that fits nothing. */
function envelope(dates: readonly Period[]): Period {
  const firsts = dates.flatMap(({ from, to }) => from ?? to ?? []);
  const lasts = dates.flatMap(({ from, to }) => to ?? from ?? []);
  return { from: Math.min(...firsts), to: Math.max(...lasts) };
}

/** For each passage that is about the question, the date by which it is ordered, and its place from 0 to 1. */
function orderOf<D extends Period>(fitted: readonly Fitted<D>[], order: TimeOrder, last: number) {
  const keys = fitted.map(({ about, fits }) => (about < ABOUT ? null : keyOf(fits, order, last)));
  const days = [...new Set(keys.flatMap((key) => (key === null ? [] : [key.day])))].toSorted((a, b) => a - b);
  if (order === 'first') days.reverse();
  const places = new Map(days.map((day, index) => [day, (index + 1) / days.length]));
  return keys.map((key) => key && { date: key.date, place: places.get(key.day) ?? 0 });
}

/** The day by which a passage is ordered: when what it says began. Its text decides before its document does. */
function keyOf<D extends Period>(
  fits: Fitted<D>['fits'],
  order: TimeOrder,
  last: number,
): { readonly day: number; readonly date: D } | null {
  const most = Math.max(0, ...fits.map((one) => one.fit));
  let best: { readonly day: number; readonly date: D } | null = null;
  for (const { date, fit: one } of fits) {
    const day = date.from ?? date.to;
    if (day === null || day > last || one < most) continue;
    if (best === null || (order === 'latest' ? day > best.day : day < best.day)) best = { day, date };
  }
  return best;
}

/** Longest date, in days, of which it is said that what it tells still holds. */
const LONGEST = 366;
const isLong = ({ from, to }: Period): boolean => from !== null && to !== null && to - from >= LONGEST;

/** Of the passages about the question without a date that fits, the one with the last date before a day. */
function lastBefore<D extends Period>(
  passages: readonly Timed<D>[],
  fitted: readonly Fitted<D>[],
  day: number | null,
): { readonly index: number; readonly date: D } | null {
  let last: { readonly index: number; readonly date: D; readonly day: number } | null = null;
  if (day === null) return null;
  for (const [index, { dates }] of passages.entries()) {
    const { about, best } = fitted[index] ?? { about: 0, best: null };
    if (about < ABOUT || best !== null) continue;
    for (const { date } of dates) {
      const began = date.from ?? date.to;
      if (began !== null && began < day && !isLong(date) && began > (last?.day ?? -Infinity))
        last = { index, date, day: began };
    }
  }
  return last;
}
