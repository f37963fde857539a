/** Days as they are stored, counted from 1970-01-01, and as they are written, "2024-03-12". */
import { dayOf, isoOf } from '../../../../engines/knowledge/time/index.ts';
import type { Period } from '../../../../engines/knowledge/time/index.ts';

/** The day of an ISO date that exists. */
export function dayFrom(iso: string): number {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  return dayOf(year, month, day);
}

export interface WrittenPeriod {
  readonly from: string | null;
  readonly to: string | null;
}

export const writtenDay = (day: number | null): string | null => (day === null ? null : isoOf(day));

export const writtenPeriod = ({ from, to }: Period): WrittenPeriod => ({ from: writtenDay(from), to: writtenDay(to) });
