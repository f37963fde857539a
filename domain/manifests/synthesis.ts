/**
 * Manifest of synthesis.
 * @deterministic
 */
import { SYNTHESIS_ERRORS } from '../../errors/synthesis.ts';
import type { Manifest } from './manifest.ts';

/** Queue of the steps that make synthetic data. */
export const SYNTHESIS_TASK_QUEUE = 'synthesis';

export const synthesis = {
  tag: {
    name: 'Synthesis',
    description:
      'Synthetic data: rows by a schema, questions on your documents, altered texts, conversations, ' +
      'instructions and tool calls.',
  },
  scopes: {
    'synthesis:read': 'list engines, read results',
    'synthesis:write': 'make synthetic data',
  },
  kinds: { 'synthesis.run': { result: '/v1/synthesis/jobs/{jobId}/result', workflows: ['synthesisJob'] } },
  events: [],
  idPrefixes: [],
  errors: SYNTHESIS_ERRORS,
  profiles: {
    synthesis: {
      taskQueue: SYNTHESIS_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: true,
      slots: { maxConcurrentActivityTaskExecutions: 20 },
      converters: 'making',
      memoryMb: 128,
    },
  },
  resources: {},
  workflows: { synthesisJob: 'AUTO_UPGRADE' },
  tables: {
    synthesis_run: { by: 'job', column: 'job_id' },
    synthesis_item: { by: 'job', column: 'job_id' },
    synthesis_source: { by: 'job', column: 'job_id' },
  },
  objects: { 'synthesis/': { by: 'job' } },
} as const satisfies Manifest;
