/** Ranking by time: how well the dates of a passage fit what is asked, and which comes first of those that are about it. */
import type { TimeOrder } from '../options.ts';
import { fit } from './match.ts';
import type { Period } from './period.ts';
import type { AskedTime } from './question.ts';

/** What a search has of a passage. */
export interface Timed<D extends Period> {
  readonly score: number;
  /** Its dates, with how much each counts, from 0 to 1: a date of its text counts more than that of its document. */
  readonly dates: readonly { readonly date: D; readonly weight: number }[];
}

export interface RankedInTime<D extends Period> {
  readonly score: number;
  /** The date that counted; `null` if none did. */
  readonly date: D | null;
}

/** In units of `similarity`, as the scores of passages. Chosen on the dated questions of bench/knowledge/time. */
const WEIGHTS = { fit: 1, order: 1, when: 0.2 } as const;
/** How far behind the best a passage may be, as a share of its score, to be about the question. */
const ABOUT = 0.45;

/** The passages with their scores in time, in the order given. `today`: what is later is planned, and not the latest. */
export function rankInTime<D extends Period>(
  passages: readonly Timed<D>[],
  asked: AskedTime,
  today: number,
): RankedInTime<D>[] {
  const isBounded = asked.from !== null || asked.to !== null;
  const fitted = passages.map(({ score, dates }) => {
    const fits = dates.map(({ date, weight }) => ({ date, fit: weight * (isBounded ? fit(date, asked) : 1) }));
    const best = fits.reduce<(typeof fits)[number] | null>(
      (most, one) => (one.fit > (most?.fit ?? 0) ? one : most),
      null,
    );
    const bonus = isBounded ? WEIGHTS.fit * (best?.fit ?? 0) : asked.asksWhen ? WEIGHTS.when * (best?.fit ?? 0) : 0;
    return { score: score + bonus, base: score, fits: fits.filter((one) => one.fit > 0), date: best?.date ?? null };
  });
  const { order } = asked;
  if (order === null) return fitted;
  const most = Math.max(...fitted.map(({ score }) => score));
  const keys = fitted.map(({ score, fits }) => (score < ABOUT * most ? null : keyOf(fits, order, asked.to ?? today)));
  const days = [...new Set(keys.flatMap((key) => (key === null ? [] : [key.day])))].toSorted((a, b) => a - b);
  if (order === 'first') days.reverse();
  const places = new Map(days.map((day, index) => [day, (index + 1) / days.length]));
  return fitted.map(({ score, date }, index) => {
    const key = keys[index] ?? null;
    return { score: score + WEIGHTS.order * (key === null ? 0 : (places.get(key.day) ?? 0)), date: key?.date ?? date };
  });
}

/** The day by which a passage is ordered: when what it says began. Its text decides before its document does. */
function keyOf<D extends Period>(
  fits: readonly { readonly date: D; readonly fit: number }[],
  order: TimeOrder,
  last: number,
): { readonly day: number; readonly date: D } | null {
  const most = Math.max(0, ...fits.map(({ fit: one }) => one));
  let best: { readonly day: number; readonly date: D } | null = null;
  for (const { date, fit: one } of fits) {
    const day = date.from ?? date.to;
    if (day === null || day > last || one < most) continue;
    if (best === null || (order === 'latest' ? day > best.day : day < best.day)) best = { day, date };
  }
  return best;
}
