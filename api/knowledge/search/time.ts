/** Time in the contract of searches. Days are dates without a time, in UTC; both ends of a period belong to it. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { StatedConflict } from '../../../domain/knowledge/time/conflicts.ts';
import { PLACES } from '../../../domain/knowledge/time/dates.ts';
import type { PlacedDate } from '../../../domain/knowledge/time/dates.ts';
import type { TimeQuery } from '../../../domain/knowledge/search/temporal.ts';
import type { SearchType } from '../../../domain/knowledge/search/types.ts';
import { dayFrom, writtenPeriod } from '../../../domain/knowledge/time/days.ts';
import { TIME_ORDERS } from '../../../engines/knowledge/options.ts';
import { FactEvidence } from '../datasets/graph.ts';
import { List, Named, Nullable, Text, Whole, Word } from '../../contract/schema.ts';
import { ValidationError } from '../../contract/validation.ts';

const Day = (description: string, example: string) => Text(description, example, { format: 'date' });

export const SearchTime = Named('SearchTime', 'The time that passages should speak of, for `TEMPORAL`.', {
  from: Type.Optional(Day('First day.', '2021-01-01')),
  to: Type.Optional(Day('Last day.', '2021-12-31')),
  order: Type.Optional(
    Word(TIME_ORDERS, 'Whether the latest or the first of the matching passages rank higher. Default: neither.', {
      examples: ['latest'],
    }),
  ),
});

/** The days of a period; `null`: open on that side. */
export const periodMembers = {
  from: Nullable(Day('First day; `null`: open.', '2021-01-01')),
  to: Nullable(Day('Last day; `null`: open.', '2021-12-31')),
};

export const AskedTimeShape = Named('SearchAskedTime', 'What a search understood of time.', {
  ...periodMembers,
  order: Nullable(Word(TIME_ORDERS, 'Which of the passages that match rank higher; `null`: neither.')),
});

export const SearchDate = Named('SearchDate', 'A date of a passage.', {
  ...periodMembers,
  place: Word(PLACES, 'Where it is written: in the text or heading of the passage, or it is that of the document.'),
  span: Nullable(
    List(Whole('UTF-16 code units.', 0), 'Start and end in the text or heading, end exclusive.', {
      title: 'DateSpan',
      minItems: 2,
      maxItems: 2,
      examples: [[12, 24]],
    }),
    '`null` for the date of the document.',
  ),
});

const Claim = Named('SearchClaim', 'What one passage states.', {
  fact_id: Text('The fact, as in the graph.', '815'),
  subject: Text('Normal form of the subject.', 'ruth hallam'),
  predicate: Text('The relation, as the passage has it.', 'is the mayor of'),
  object: Text('Normal form of the object.', 'sallow quay'),
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  evidence: FactEvidence,
  valid: Named('SearchValidity', 'When the passage says that it held; open where it does not say it.', periodMembers),
  date_span: Nullable(
    List(Whole('UTF-16 code units.', 0), 'Start and end of the date that says so, in the text of the passage.', {
      title: 'ClaimDateSpan',
      minItems: 2,
      maxItems: 2,
      examples: [[34, 42]],
    }),
    '`null`: the passage does not say when.',
  ),
  written: Nullable(Day('When the document was written; `null`: not known.', '2021-03-12')),
});

export const SearchConflict = Named('SearchConflict', 'What passages state that cannot all hold.', {
  about: Text('Normal form of what has several values.', 'sallow quay'),
  relation: Text('What they say of it.', 'mayor of'),
  claims: List(
    Claim,
    'The statements, the newest first: by when they held, or else by when they were written. None is preferred.',
  ),
});

export function conflictOf({ about, relation, claims }: StatedConflict) {
  return {
    about,
    relation,
    claims: claims.map(
      ({ fact, subject, predicate, object, document, chunk, extractor, start, end, date, ...claim }) => ({
        ...{ fact_id: fact, subject, predicate, object, document_id: document },
        evidence: { chunk_id: chunk, span: [start, end], extractor },
        valid: writtenPeriod(claim.valid),
        date_span: date && [date.start, date.end],
        written: writtenPeriod({ from: claim.written, to: null }).from,
      }),
    ),
  };
}

/** What a request asks of time. Throws a ValidationError for another type of search, and for a time that ends before it begins. */
export function timeQuery(time: Static<typeof SearchTime> | undefined, type: SearchType): TimeQuery | undefined {
  if (time === undefined) return undefined;
  const refuse = (msg: string): never => {
    throw new ValidationError([{ loc: ['body', 'time'], msg, type: 'search_time' }]);
  };
  if (type !== 'TEMPORAL') refuse('Only searches of the type TEMPORAL have a time.');
  const day = (text: string | undefined): number | null => (text === undefined ? null : dayFrom(text));
  const [from, to] = [day(time.from), day(time.to)];
  if (from !== null && to !== null && from > to) refuse('The time ends before it begins.');
  return { from, to, order: time.order ?? null };
}

export const askedTimeOf = (time: TimeQuery) => ({ ...writtenPeriod(time), order: time.order });

export function dateOf(date: PlacedDate) {
  const { place, start, end } = date;
  return { ...writtenPeriod(date), place, span: start === null || end === null ? null : [start, end] };
}
