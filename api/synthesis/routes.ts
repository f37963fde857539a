/** Operations of synthesis. */
import { SYNTHESIS_TASK_QUEUE } from '../../domain/manifests/synthesis.ts';
import { turnsOfPage } from '../contract/cost.ts';
import { problemAnswer } from '../contract/problems.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { PurposeHeaders } from '../contract/schema.ts';
import { ValidationError } from '../contract/validation.ts';
import { NO_RESULT, findJobOf } from '../jobs/result.ts';
import { JobId } from '../jobs/schemas.ts';
import { jobStatus } from '../jobs/status.ts';
import { defineJobRoute } from '../jobs/submit/job-route.ts';
import { runOne } from '../jobs/sync/run-one.ts';
import { NOT_WAITED } from '../jobs/sync/wait.ts';
import { SynthesisEngineList, listEngines } from './catalog.ts';
import { jobExamples, syncExamples } from './examples.ts';
import { synthesisResult } from './result.ts';
import { SynthesisJobRequest, SynthesisRequest } from './request-schemas.ts';
import { ItemsQuery, SynthesisResult } from './result-schemas.ts';
import { submitSynthesis } from './submit.ts';

const tag = 'Synthesis';

const RESULT = { name: 'Synthesis', description: 'The result of the synthesis.', schema: SynthesisResult };

/** What is wrong with a request is found before anything is spent. */
const NOT_STARTED = {
  404: {
    name: 'NoSynthesisSource',
    ...problemAnswer('A dataset, document or object of the request does not exist.', ['not_found']),
  },
  409: {
    name: 'NoSynthesisModel',
    ...problemAnswer('The engine needs a language model, and none is configured.', ['model_not_configured']),
  },
};

const NOT_BEGUN = {
  409: {
    ...NO_RESULT[409],
    name: 'NoSynthesis',
    description: 'There is no result: the job is still open, or ended before it had begun.',
  },
};

/** Items that a request may wait for. */
const SYNC_ITEMS = 100;

const getEngines = defineRoute({
  method: 'GET',
  path: '/v1/synthesis/engines',
  operationId: 'listSynthesisEngines',
  tag,
  summary: 'Engines of synthesis',
  scope: 'synthesis:read',
  cost: 'few_rows',
  responses: { 200: { description: 'The engines.', schema: SynthesisEngineList } },
  handler: async (_request, services) => reply(200, await listEngines(services)),
});

const synthesizeSync = defineRoute({
  method: 'POST',
  path: '/v1/synthesis/sync',
  operationId: 'synthesizeSync',
  tag,
  summary: 'Synthesize and wait',
  description:
    `Runs the same job as \`POST /v1/synthesis/jobs\` and waits for it. At most ${SYNC_ITEMS} items. 409 with ` +
    `the status of the job if it fails without any; 409 \`model_not_configured\` if the engine needs a model and ` +
    'there is none.',
  scope: 'synthesis:write',
  cost: 'waits_for_jobs',
  headers: PurposeHeaders,
  body: SynthesisRequest,
  examples: syncExamples,
  responses: { 200: RESULT, 404: NOT_STARTED[404], ...NO_RESULT, ...NOT_WAITED },
  handler: async ({ body, identity, trace }, services) => {
    const rows = body.options?.tables?.reduce((sum, { count }) => sum + count, 0) ?? 0;
    const wanted = Math.max(body.count ?? 0, rows);
    if (wanted > SYNC_ITEMS && body.preview === undefined) {
      const msg = `Ask for at most ${SYNC_ITEMS} items, not ${wanted}, or submit a job (POST /v1/synthesis/jobs).`;
      throw new ValidationError([{ loc: ['body', 'count'], msg, type: 'maximum' }]);
    }
    const found = await runOne(services, {
      route: 'synthesis.sync',
      identity,
      trace,
      taskQueue: SYNTHESIS_TASK_QUEUE,
      submit: (origin) => submitSynthesis(services, body, origin),
    });
    const result = await synthesisResult(services, identity, found, {});
    const isEmpty = result === null || (result.state !== 'succeeded' && result.accepted === 0);
    // Only the status says why the job failed.
    return isEmpty ? reply(409, await jobStatus(services, found)) : reply(200, result);
  },
});

const submitJob = defineJobRoute({
  method: 'POST',
  path: '/v1/synthesis/jobs',
  operationId: 'submitSynthesisJob',
  tag,
  kind: 'synthesis.run',
  summary: 'Synthesize as a job',
  scope: 'synthesis:write',
  cost: 'few_rows',
  body: SynthesisJobRequest,
  examples: jobExamples,
  responses: NOT_STARTED,
  submit: (services, { body }, origin) => submitSynthesis(services, body, origin),
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/synthesis/jobs/{jobId}/result',
  operationId: 'getSynthesisJobResult',
  tag,
  summary: 'Result of a synthesis',
  scope: 'synthesis:read',
  cost: ({ query: { limit = 100 } }) => turnsOfPage(limit, 1000, 4),
  description:
    'Of a job that failed or was cancelled, too, once it has begun: `state` says so, and `items` has those ' +
    'that were accepted until then. Read many items page by page.',
  params: JobId,
  query: ItemsQuery,
  headers: PurposeHeaders,
  responses: { 200: RESULT, ...NOT_BEGUN },
  handler: async ({ params, query, identity }, services) => {
    const job = await findJobOf(services, identity, 'synthesis.run', params.jobId);
    const result = await synthesisResult(services, identity, job, query);
    return result ? reply(200, result) : reply(409, await jobStatus(services, job));
  },
});

export const synthesisRoutes: readonly Route[] = [getEngines, synthesizeSync, submitJob, getResult];
