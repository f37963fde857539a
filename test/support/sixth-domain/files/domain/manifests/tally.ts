/**
 * Manifest of tally.
 * @deterministic
 */
import { TALLY_ERRORS } from '../../errors/tally.ts';
import type { Manifest } from './manifest.ts';

export const tally = {
  tag: { name: 'Tally', description: 'Words of texts, counted.' },
  scopes: {
    'tally:read': 'read tallies',
    'tally:write': 'submit tallies',
  },
  kinds: { tally: { result: '/v1/tally/jobs/{jobId}/result', workflows: ['tallyJob'] } },
  events: ['tally.counted'],
  idPrefixes: ['cnt'],
  errors: TALLY_ERRORS,
  profiles: {},
  resources: {},
  workflows: { tallyJob: 'PINNED' },
  tables: { tally_count: { by: 'job', column: 'job_id' } },
  objects: { 'tallies/': { by: 'job' } },
} as const satisfies Manifest;
