/** How well a date fits the time that is asked about. */
import { overlap } from './period.ts';
import type { Period } from './period.ts';

/**
 * Of a date that is open on a side that matters: "since 2010" says little of 2012. Set by judgement: no sample fixed
 * it.
 */
const OPEN = 0.7;
/** Of a date that is much longer than what is asked for. Set by judgement: no sample fixed it. */
const LEAST = 0.7;

/** 0: not at all; 1: the date lies within the asked time. A longer date fits the less, the longer it is. */
export function fit(date: Period, asked: Period): number {
  if (!overlap(date, asked)) return 0;
  if (date.from === null || date.to === null) {
    const isWithin = (asked.from === null && date.to !== null) || (asked.to === null && date.from !== null);
    const isInside =
      date.from === null ? (date.to ?? 0) <= (asked.to ?? Infinity) : date.from >= (asked.from ?? -Infinity);
    return isWithin && isInside ? 1 : OPEN;
  }
  const common = Math.min(date.to, asked.to ?? Infinity) - Math.max(date.from, asked.from ?? -Infinity) + 1;
  return LEAST + ((1 - LEAST) * common) / (date.to - date.from + 1);
}
