/** Operations of evaluation. */
import { Readable } from 'node:stream';
import { EVALUATION_TASK_QUEUE, TASK_QUEUE_OF_ENGINE } from '../../domain/manifests/evaluation.ts';
import { problemAnswer } from '../contract/problems.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { PurposeHeaders } from '../contract/schema.ts';
import { ValidationError } from '../contract/validation.ts';
import { NO_RESULT, findJobOf, resultReply } from '../jobs/result.ts';
import { JobId } from '../jobs/schemas.ts';
import { defineJobRoute } from '../jobs/submit/job-route.ts';
import { runOne } from '../jobs/sync/run-one.ts';
import { NOT_WAITED } from '../jobs/sync/wait.ts';
import { EvalEngineList, EvalMetricCatalog, MetricQuery, listEngines, listMetrics } from './catalog.ts';
import { COMPARISON_PAGE, EvalCompareRequest, EvalComparison, compareJobs } from './compare.ts';
import { readInput } from './input.ts';
import { jobExamples, syncExamples } from './examples.ts';
import { evaluationDatasetRoutes } from './datasets/routes.ts';
import { evaluationResult } from './result.ts';
import { EvalJobRequest, EvalRequest, EvalRunResult } from './schemas.ts';
import { engineOf, submitEvaluation } from './submit.ts';

const tag = 'Evaluation';

const RESULT = { name: 'EvalRun', description: 'The result of the evaluation.', schema: EvalRunResult };

const NO_DATASET = {
  404: {
    name: 'NoEvalDataset',
    ...problemAnswer('The evaluation dataset of the input, or its version, does not exist.', ['not_found']),
  },
};

/** Cases that a request may wait for. */
const SYNC_CASES = 50;

const getEngines = defineRoute({
  method: 'GET',
  path: '/v1/eval/engines',
  operationId: 'listEvalEngines',
  tag,
  summary: 'Engines of evaluation',
  scope: 'eval:read',
  cost: 'few_rows',
  responses: { 200: { description: 'The engines.', schema: EvalEngineList } },
  handler: async (_request, services) => reply(200, await listEngines(services)),
});

const getMetrics = defineRoute({
  method: 'GET',
  path: '/v1/eval/metrics',
  operationId: 'listEvalMetrics',
  tag,
  summary: 'Catalog of metrics',
  scope: 'eval:read',
  cost: 'few_rows',
  query: MetricQuery,
  responses: { 200: { description: 'The metrics.', schema: EvalMetricCatalog } },
  handler: async ({ query }, services) => reply(200, listMetrics(services, query)),
});

const evaluateSync = defineRoute({
  method: 'POST',
  path: '/v1/eval/sync',
  operationId: 'evaluateSync',
  tag,
  summary: 'Evaluate and wait',
  description:
    `Runs the same job as \`POST /v1/eval/jobs\` and waits for it. At most ${SYNC_CASES} cases. 409 with the ` +
    'status of the job if it fails.',
  scope: 'eval:write',
  cost: 'waits_for_jobs',
  headers: PurposeHeaders,
  body: EvalRequest,
  examples: syncExamples,
  responses: {
    200: RESULT,
    ...NO_DATASET,
    ...NO_RESULT,
    ...NOT_WAITED,
  },
  handler: async ({ body, identity, trace }, services) => {
    const engine = engineOf(body);
    const input = await readInput(services, identity, body.input);
    const { cases } = input;
    if (cases > SYNC_CASES) {
      const msg = `Use at most ${SYNC_CASES} cases, not ${cases}, or submit the evaluation as a job (POST /v1/eval/jobs).`;
      throw new ValidationError([
        { loc: ['body', 'input', body.input.test_cases ? 'test_cases' : 'limit'], msg, type: 'maxItems' },
      ]);
    }
    const taskQueue = engine === null ? EVALUATION_TASK_QUEUE : TASK_QUEUE_OF_ENGINE[engine];
    const found = await runOne(services, {
      route: 'evaluation.sync',
      identity,
      trace,
      taskQueue,
      submit: (origin) => submitEvaluation(services, body, input, origin),
    });
    return resultReply(services, found, () => evaluationResult(services, identity, found));
  },
});

const submitJob = defineJobRoute({
  method: 'POST',
  path: '/v1/eval/jobs',
  operationId: 'submitEvalJob',
  tag,
  kind: 'evaluation.run',
  summary: 'Evaluate as a job',
  scope: 'eval:write',
  cost: 'few_rows',
  body: EvalJobRequest,
  examples: jobExamples,
  responses: NO_DATASET,
  submit: async (services, { body }, origin) =>
    submitEvaluation(services, body, await readInput(services, origin.identity, body.input), origin),
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/eval/jobs/{jobId}/result',
  operationId: 'getEvalJobResult',
  tag,
  summary: 'Result of an evaluation',
  description: 'Whoever reads it must be allowed to read the evaluation dataset that its cases are from.',
  scope: 'eval:read',
  cost: () => 4,
  params: JobId,
  headers: PurposeHeaders,
  responses: { 200: RESULT, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJobOf(services, identity, 'evaluation.run', params.jobId);
    return resultReply(services, job, () => evaluationResult(services, identity, job));
  },
});

const compare = defineRoute({
  method: 'POST',
  path: '/v1/eval/compare',
  operationId: 'compareEvalRuns',
  tag,
  summary: 'Compare two runs',
  description:
    'Compares two quality runs case by case. Cases are the same if what is asked and expected is the same; ' +
    'answers and contexts may differ. Metrics are compared if both runs have them by the same judge. `Accept: ' +
    'text/html` gives a page.',
  scope: 'eval:read',
  cost: () => 4,
  headers: PurposeHeaders,
  body: EvalCompareRequest,
  examples: {
    runs: {
      summary: 'Is the second run better?',
      value: { baseline: 'job_01k9zt6v3c8wq4m2n7r5x0ybhd', candidate: 'job_01k9zt6v3c8wq4m2n7r5x0ybhe' },
    },
  },
  responses: {
    200: { description: 'The comparison.', schema: EvalComparison, also: COMPARISON_PAGE },
    404: problemAnswer('A run, or the evaluation dataset of its cases, does not exist.', ['not_found']),
    409: problemAnswer('The runs cannot be compared.', ['runs_not_comparable']),
  },
  handler: async ({ body, identity, preferredType }, services) => {
    const { comparison, page } = await compareJobs(services, identity, body);
    if (preferredType(['application/json', COMPARISON_PAGE.type]) !== COMPARISON_PAGE.type)
      return reply(200, comparison);
    return reply(200, Readable.from([await page()]), { 'Content-Type': `${COMPARISON_PAGE.type}; charset=utf-8` });
  },
});

export const evaluationRoutes: readonly Route[] = [
  getEngines,
  getMetrics,
  evaluateSync,
  submitJob,
  getResult,
  compare,
  ...evaluationDatasetRoutes,
];
