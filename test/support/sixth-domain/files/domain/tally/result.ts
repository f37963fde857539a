import { Type } from 'typebox';
import { decoder } from '../../platform/stored.ts';

/** What the workflow of a tally returns (workflows/tally.ts). */
export const tallyOutcomeOf = decoder(
  'The result of a tally',
  Type.Object({
    words: Type.Integer(),
    parts: Type.Array(Type.Object({ job_id: Type.String(), words: Type.Integer() })),
  }),
);
