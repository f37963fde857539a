import { Type } from 'typebox';
import type { Static } from 'typebox';
import { OrNull, decoder } from '../../platform/stored.ts';
import { JobErrorShape } from '../jobs/records.ts';

const CrawlSummaryShape = Type.Object({
  ended_by: Type.String(),
  requests: Type.Integer(),
  bytes: Type.Integer(),
  duration_ms: Type.Number(),
});
/** Totals of a crawl. */
export type CrawlSummary = Static<typeof CrawlSummaryShape>;

const AttemptsShape = Type.Array(
  Type.Object({
    engine_id: Type.String(),
    profile_id: Type.String(),
    reason: Type.String(),
    outcome: Type.Enum(['succeeded', 'no_text', 'failed']),
    error: OrNull(JobErrorShape),
    duration_ms: Type.Number(),
  }),
);
const SkippedShape = Type.Array(Type.Object({ engine_id: Type.String(), reason: Type.String() }));

/** The part of a parse workflow's return value (workflows/parse.ts) that the job result shows. */
export const parseOutcomeOf = decoder(
  'The result of a parse job',
  Type.Object({
    attempts: AttemptsShape,
    skipped: SkippedShape,
    crawl: Type.Optional(CrawlSummaryShape),
  }),
);

/** Which engines a parse job that failed had tried and skipped: details of its error, absent if it failed before it chose one. */
export const triedEnginesOf = decoder(
  'The error of a parse job',
  Type.Object({ attempts: Type.Optional(AttemptsShape), skipped: Type.Optional(SkippedShape) }),
);
