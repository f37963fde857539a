/**
 * Manifest of evaluation.
 * @deterministic
 */
import type { EvalEngineId } from '../../engines/evaluation/catalog.ts';
import { EVALUATION_ERRORS } from '../../errors/evaluation.ts';
import type { Manifest } from './manifest.ts';

/** Queue of the steps that import datasets, ask targets and judge cases. */
export const EVALUATION_TASK_QUEUE = 'evaluation';

/** Queue of the steps that put endpoints under load. */
export const PERFORMANCE_TASK_QUEUE = 'performance';

export const TASK_QUEUE_OF_ENGINE: Readonly<Record<EvalEngineId, string>> = {
  quality_evaluator: EVALUATION_TASK_QUEUE,
  performance_evaluator: PERFORMANCE_TASK_QUEUE,
};

export const evaluation = {
  tag: {
    name: 'Evaluation',
    description: 'Metrics, datasets, and runs that measure the quality of answers and the performance of endpoints.',
  },
  scopes: {
    'eval:read': 'list engines and metrics, read datasets and results',
    'eval:write': 'create datasets, run evaluations',
  },
  kinds: {
    'evaluation.run': { result: '/v1/eval/jobs/{jobId}/result', workflows: ['qualityJob', 'performanceJob'] },
    'evaluation.import': { result: '/v1/eval/imports/{jobId}/result', workflows: ['importJob'] },
  },
  events: [],
  idPrefixes: ['evds'],
  errors: EVALUATION_ERRORS,
  profiles: {
    evaluation: {
      taskQueue: EVALUATION_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: true,
      slots: { maxConcurrentActivityTaskExecutions: 20 },
      converters: 'measuring',
      // With the two processes that read imported files.
      memoryMb: 1152,
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
  workflows: { qualityJob: 'AUTO_UPGRADE', performanceJob: 'AUTO_UPGRADE', importJob: 'AUTO_UPGRADE' },
  tables: {
    evaluation_case: { by: 'job', column: 'job_id' },
    evaluation_level: { by: 'job', column: 'job_id' },
    evaluation_output: { by: 'cascade', of: 'evaluation_case' },
    evaluation_score: { by: 'cascade', of: 'evaluation_case' },
    evaluation_dataset: { by: 'sweep', step: 'removeExpiredEvaluationDatasets' },
    evaluation_dataset_version: { by: 'cascade', of: 'evaluation_dataset' },
  },
  objects: {
    'evaluations/': { by: 'job' },
    'evaluation-datasets/': { by: 'row', keys: [{ table: 'evaluation_dataset_version', column: 'rows_key' }] },
  },
} as const satisfies Manifest;
