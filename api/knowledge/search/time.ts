/** Time in the contract of searches. Days are dates without a time, in UTC; both ends of a period belong to it. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { PLACES } from '../../../domain/knowledge/graph/time/dates.ts';
import type { PlacedDate } from '../../../domain/knowledge/graph/time/dates.ts';
import type { TimeQuery } from '../../../domain/knowledge/search/types/temporal.ts';
import { dayFrom, writtenPeriod } from '../../../domain/knowledge/graph/time/days.ts';
import { TIME_ORDERS } from '../../../engines/knowledge/options.ts';
import { conflictMembers } from '../graph/claims.ts';
import { Day, periodMembers } from '../shared/days.ts';
import { spanIn } from '../shared/span.ts';
import { Named, Nullable, Word } from '../../contract/schema.ts';
import { ValidationError, bodyIssue } from '../../contract/validation.ts';
import { onlyTaking } from './for-types.ts';

export const SearchTime = Named('SearchTime', `${onlyTaking('time')}: the time that passages should speak of.`, {
  from: Type.Optional(Day('First day.', '2021-01-01')),
  to: Type.Optional(Day('Last day.', '2021-12-31')),
  order: Type.Optional(
    Word(TIME_ORDERS, 'Whether the latest or the first of the matching passages rank higher. Default: neither.', {
      examples: ['latest'],
    }),
  ),
});

export const AskedTimeShape = Named('SearchAskedTime', 'What a search understood of time.', {
  ...periodMembers,
  order: Nullable(Word(TIME_ORDERS, 'Which of the passages that match rank higher; `null`: neither.')),
});

export const SearchDate = Named('SearchDate', 'A date of a passage.', {
  ...periodMembers,
  place: Word(PLACES, 'Where it is written: in the text or heading of the passage, or it is that of the document.'),
  span: Nullable(
    spanIn('DateSpan', 'Start and end in the text or heading, end exclusive.', [12, 24]),
    '`null` for the date of the document.',
  ),
});

export const SearchConflict = Named('SearchConflict', 'Contradicting statements.', conflictMembers);

/** What a request asks of time. Throws a ValidationError for a time that ends before it begins. */
export function timeQuery(time: Static<typeof SearchTime> | undefined): TimeQuery | undefined {
  if (time === undefined) return undefined;
  const day = (text: string | undefined): number | null => (text === undefined ? null : dayFrom(text));
  const [from, to] = [day(time.from), day(time.to)];
  if (from !== null && to !== null && from > to) {
    const msg = 'The time ends before it begins.';
    throw new ValidationError([bodyIssue(['time'], msg, 'search_time')]);
  }
  return { from, to, order: time.order ?? null };
}

export const askedTimeOf = (time: TimeQuery) => ({ ...writtenPeriod(time), order: time.order });

export function dateOf(date: PlacedDate) {
  const { place, start, end } = date;
  return { ...writtenPeriod(date), place, span: start === null || end === null ? null : [start, end] };
}
