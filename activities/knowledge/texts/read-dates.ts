/** The dates that a chunk writes, in its text and in the headings above it. */
import type { ChunkDate, DatePlace } from '../../../domain/knowledge/cognify/dates.ts';
import { datesIn, meant } from '../../../engines/knowledge/time/dates-in.ts';
import type { DateContext } from '../../../engines/knowledge/time/dates-in.ts';
import type { ReadableChunk } from './requests.ts';

type DatedText = Pick<ReadableChunk, 'heading' | 'body' | 'language' | 'written' | 'dayFirst'>;

/** Only in English is the month written before the day, and not everywhere. */
export function dateContext({ language, written, dayFirst }: DatedText): DateContext {
  return { written, dayFirst: dayFirst ?? (language === 'en' ? null : true) };
}

export function readDates(chunk: DatedText): ChunkDate[] {
  const context = dateContext(chunk);
  const datesOf = (text: string, place: DatePlace): ChunkDate[] =>
    datesIn(text, context).map((date) => {
      const { from, to } = meant(date);
      return { place, start: date.start, end: date.end, fromDay: from, toDay: to };
    });
  return [...datesOf(chunk.heading, 'heading'), ...datesOf(chunk.body, 'text')];
}
