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
/** What a crawl took. */
export type CrawlSummary = Static<typeof CrawlSummaryShape>;

/** What the workflow of a parse job returns (workflows/parse.ts), as far as its result shows it. */
export const parseOutcomeOf = decoder(
  'The result of a parse job',
  Type.Object({
    attempts: Type.Array(
      Type.Object({
        engine_id: Type.String(),
        profile_id: Type.String(),
        reason: Type.String(),
        outcome: Type.Enum(['succeeded', 'no_text', 'failed']),
        error: OrNull(JobErrorShape),
        duration_ms: Type.Number(),
      }),
    ),
    skipped: Type.Array(Type.Object({ engine_id: Type.String(), reason: Type.String() })),
    crawl: Type.Optional(CrawlSummaryShape),
  }),
);
