/** The dates that a chunk writes, in its text and in the headings above it. */
import type { ChunkDate, DatePlace, NewFact } from '../../../domain/knowledge/cognify/index.ts';
import { datesIn, meant, validities } from '../../../engines/knowledge/time/index.ts';
import type { DateContext, TextDate } from '../../../engines/knowledge/time/index.ts';
import type { ReadableChunk } from './chunk-types.ts';

type DatedText = Pick<ReadableChunk, 'heading' | 'body' | 'language' | 'written' | 'dayFirst'>;

/** Only in English is the month written before the day, and not everywhere. */
export function dateContext({ language, written, dayFirst }: DatedText): DateContext {
  return { written, dayFirst: dayFirst ?? (language === 'en' ? null : true) };
}

/** The dates of a chunk as rows, and those of its text as they were read. */
export interface ReadDates {
  readonly rows: readonly ChunkDate[];
  readonly inText: readonly TextDate[];
}

export function readDates(chunk: DatedText): ReadDates {
  const context = dateContext(chunk);
  const inText = datesIn(chunk.body, context);
  const rowsOf = (dates: readonly TextDate[], place: DatePlace): ChunkDate[] =>
    dates.map((date) => {
      const { from, to } = meant(date);
      return { place, start: date.start, end: date.end, fromDay: from, toDay: to };
    });
  return { rows: [...rowsOf(datesIn(chunk.heading, context), 'heading'), ...rowsOf(inText, 'text')], inText };
}

/** The facts of a chunk's text, each with when its sentence says that it held. */
export function withValidity(body: string, facts: readonly NewFact[], { inText }: ReadDates): NewFact[] {
  const inOrder = facts.toSorted((a, b) => a.start - b.start);
  const found = validities(body, inOrder, inText);
  return inOrder.map((fact, index) => ({ ...fact, validity: found[index] ?? null }));
}
