/**
 * Manifest of evaluation.
 * @deterministic
 */
import { EVALUATION_ERRORS } from '../../errors/evaluation.ts';
import type { Manifest } from './manifest.ts';

/** Queue of the steps that judge cases. */
export const EVALUATION_TASK_QUEUE = 'evaluation';

/** Queue of the steps that put endpoints under load. */
export const PERFORMANCE_TASK_QUEUE = 'performance';

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
    'evaluation.run': { result: '/v1/eval/jobs/{jobId}/result', workflows: ['qualityJob', 'performanceJob'] },
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
    performance: {
      taskQueue: PERFORMANCE_TASK_QUEUE,
      runs: 'activities',
      optional: true,
      byDefault: true,
      objects: true,
      // Two levels at once would disturb each other's figures.
      slots: { maxConcurrentActivityTaskExecutions: 1 },
      // With the process that generates the load.
      memoryMb: 640,
    },
  },
  resources: {},
  workflows: { qualityJob: 'AUTO_UPGRADE', performanceJob: 'AUTO_UPGRADE' },
  tables: {
    evaluation_case: { by: 'job', column: 'job_id' },
    evaluation_level: { by: 'job', column: 'job_id' },
    evaluation_score: { by: 'cascade', of: 'evaluation_case' },
  },
  objects: { 'evaluations/': { by: 'job' } },
} as const satisfies Manifest;
