/** Search by time: passages whose dates fit the question come first. The first hop says what they are about. */
import { byScore } from '../../../../engines/knowledge/retrieval/index.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/index.ts';
import { today, askedTime, rankInTime } from '../../../../engines/knowledge/time/index.ts';
import type { Period, AskedTime } from '../../../../engines/knowledge/time/index.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { PLACE_WEIGHTS, datesOf } from '../../graph/time/dates.ts';
import type { PlacedDate } from '../../graph/time/dates.ts';
import { NOTHING } from '../findings.ts';
import type { Findings } from '../findings.ts';
import type { Search } from '../opening.ts';
import type { SearchScope } from '../scope.ts';
import type { SearchWarning } from '../warnings.ts';
import { firstHop, inHops } from './hops.ts';

const NO_TIME: SearchWarning = {
  code: 'no_time_in_question',
  message: 'The question names no time, so dates did not affect the ranking. Give `time`, or a date in the question.',
};

/** The time is what the caller asks for, or else the question. */
export async function byTime(search: Search, onHits: (hits: readonly Hit[]) => void): Promise<Findings> {
  const { time } = search.query;
  const asked = time ? { ...time, asksWhen: false } : askedTime(search.question.text, today(), null);
  if (!asked) return { ...(await inHops(search, onHits)), warnings: [NO_TIME] };
  const { hits } = await inHops(search, onHits, 1);
  return { ...NOTHING, ...(await inTime(search, hits, asked)), time: asked };
}

/** These passages, and others with a date that fits, in the order of score and time. */
async function inTime(
  search: Search,
  found: readonly Hit[],
  asked: AskedTime,
): Promise<Pick<Findings, 'hits' | 'dates'>> {
  const isBounded = asked.from !== null || asked.to !== null;
  const dated = isBounded ? await firstHop({ ...search, scope: datedIn(search.scope, asked) }) : { ranked: [] };
  const known = new Set(found.map(({ chunk }) => chunk));
  const others = dated.ranked.filter(({ chunk }) => !known.has(chunk));
  const hits = [...found, ...others];
  const dates = await datesOf(
    search.database,
    hits.map(({ chunk }) => chunk),
  );
  const passages = hits.map(({ chunk, base }) => ({
    // Texts that differ in time alone name the same entities: a second hop would lead from one to the others.
    score: base,
    dates: (dates.get(chunk) ?? []).map((date) => ({ date, weight: PLACE_WEIGHTS[date.place] })),
  }));
  const ranked = rankInTime(passages, asked, today());
  const counted = new Map<string, PlacedDate>();
  const timed = hits.map((hit, index): Hit => {
    const { score, date } = ranked[index] ?? { score: hit.score, date: null };
    if (date) counted.set(hit.chunk, date);
    return { ...hit, score, parts: { ...hit.parts, time: score - hit.score } };
  });
  return { hits: timed.toSorted(byScore), dates: counted };
}

/** The part of a scope with documents that were written in a period, or write a date of it. */
function datedIn(scope: SearchScope, { from, to }: Period): SearchScope {
  const within = (first: string, last: string): Prisma.Sql =>
    Prisma.sql`(${from}::int IS NULL OR coalesce(${Prisma.raw(last)}, ${from}::int) >= ${from}::int)
      AND (${to}::int IS NULL OR coalesce(${Prisma.raw(first)}, ${to}::int) <= ${to}::int)`;
  const dated = Prisma.sql`(
    (document.date_from IS NOT NULL AND ${within('document.date_from', 'document.date_to')}) OR EXISTS (
      SELECT FROM knowledge_chunk part JOIN knowledge_date date ON date.chunk_id = part.id
      WHERE part.document_pk = document.id AND ${within('date.from_day', 'date.to_day')}))`;
  return { ...scope, matching: Prisma.sql`(${scope.matching} AND ${dated})` };
}
