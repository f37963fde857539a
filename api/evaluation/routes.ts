/** Operations of evaluation. */
import { EVALUATION_TASK_QUEUE } from '../../domain/manifests/evaluation.ts';
import { ServiceError } from '../../errors/index.ts';
import { problemAnswer } from '../contract/problems.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { findJob } from '../jobs/find.ts';
import { NO_RESULT, findJobOf, resultReply } from '../jobs/result.ts';
import { JobId } from '../jobs/schemas.ts';
import { defineJobRoute } from '../jobs/submit/job-route.ts';
import { noWorker, queueLack } from '../jobs/submit/readiness.ts';
import { NOT_WAITED, waitForAll } from '../jobs/sync/wait.ts';
import { EvalEngineList, EvalMetricCatalog, MetricQuery, listEngines, listMetrics } from './catalog.ts';
import { evalExamples } from './examples.ts';
import { evaluationResult } from './result.ts';
import { EvalJobRequest, EvalRequest, EvalRunResult } from './schemas.ts';
import { submitEvaluation } from './submit.ts';

const tag = 'Evaluation';

/** Cases that a request may wait for. */
const SYNC_CASES = 50;

const getEngines = defineRoute({
  method: 'GET',
  path: '/v1/eval/engines',
  operationId: 'listEvalEngines',
  tag,
  summary: 'Engines of evaluation',
  scope: 'eval:read',
  responses: { 200: { description: 'The engines.', schema: EvalEngineList } },
  handler: async () => reply(200, listEngines()),
});

const getMetrics = defineRoute({
  method: 'GET',
  path: '/v1/eval/metrics',
  operationId: 'listEvalMetrics',
  tag,
  summary: 'Catalog of metrics',
  scope: 'eval:read',
  query: MetricQuery,
  responses: { 200: { description: 'The metrics.', schema: EvalMetricCatalog } },
  handler: async ({ query }) => reply(200, listMetrics(query)),
});

const evaluateSync = defineRoute({
  method: 'POST',
  path: '/v1/eval/sync',
  operationId: 'evaluateSync',
  tag,
  summary: 'Evaluate and wait',
  description: `Runs the same job as \`POST /v1/eval/jobs\` and waits for it. At most ${SYNC_CASES} cases.`,
  scope: 'eval:write',
  body: EvalRequest,
  examples: evalExamples,
  responses: {
    200: { description: 'The result.', schema: EvalRunResult },
    422: problemAnswer('The request has too many cases.', ['too_many_cases']),
    ...NOT_WAITED,
  },
  handler: async ({ body, identity, trace }, services) => {
    const cases = body.input.test_cases.length;
    if (cases > SYNC_CASES) {
      throw new ServiceError('too_many_cases', `The request has ${cases} cases; the limit is ${SYNC_CASES}.`);
    }
    const lack = await queueLack(services, { taskQueue: EVALUATION_TASK_QUEUE, runs: 'activities' });
    if (lack) throw noWorker(lack);
    const origin = { route: 'evaluation.sync', identity, trace, idempotencyKey: undefined };
    const { job } = await submitEvaluation(services, body, origin);
    await waitForAll(services, [job.job_id], () => null);
    return reply(200, await evaluationResult(services, await findJob(services, identity, job.job_id)));
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
  body: EvalJobRequest,
  examples: evalExamples,
  submit: (services, { body }, origin) => submitEvaluation(services, body, origin),
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/eval/jobs/{jobId}/result',
  operationId: 'getEvalJobResult',
  tag,
  summary: 'Result of an evaluation',
  scope: 'eval:read',
  params: JobId,
  responses: { 200: { description: 'The result.', schema: EvalRunResult }, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJobOf(services, identity, 'evaluation.run', params.jobId);
    return resultReply(services, job, () => evaluationResult(services, job));
  },
});

export const evaluationRoutes: readonly Route[] = [getEngines, getMetrics, evaluateSync, submitJob, getResult];
