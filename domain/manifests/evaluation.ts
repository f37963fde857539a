/**
 * Manifest of evaluation.
 * @deterministic
 */
import { EVALUATION_ERRORS } from '../../errors/evaluation.ts';
import type { Manifest } from './manifest.ts';

/** Queue of the steps that judge cases. */
export const EVALUATION_TASK_QUEUE = 'evaluation';

export const evaluation = {
  tag: {
    name: 'Evaluation',
    description: 'Metrics, and runs that measure the quality of answers and the performance of endpoints.',
  },
  scopes: {
    'eval:read': 'list engines and metrics, read results',
    'eval:write': 'run evaluations',
  },
  kinds: {
    'evaluation.run': { result: '/v1/eval/jobs/{jobId}/result', workflows: ['qualityJob'] },
  },
  events: [],
  idPrefixes: [],
  errors: EVALUATION_ERRORS,
  profiles: {
    evaluation: {
      taskQueue: EVALUATION_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: true,
      slots: { maxConcurrentActivityTaskExecutions: 20 },
      converters: 'judging',
      memoryMb: 128,
    },
  },
  resources: {},
  workflows: { qualityJob: 'AUTO_UPGRADE' },
  tables: {
    evaluation_case: { by: 'job', column: 'job_id' },
    evaluation_score: { by: 'cascade', of: 'evaluation_case' },
  },
  objects: { 'evaluations/': { by: 'job' } },
} as const satisfies Manifest;
