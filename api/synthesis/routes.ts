/** Operations of synthesis. */
import { SYNTHESIS_TASK_QUEUE } from '../../domain/manifests/synthesis.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { ValidationError } from '../contract/validation.ts';
import { findJob } from '../jobs/find.ts';
import { NO_RESULT, findJobOf, resultReply } from '../jobs/result.ts';
import { JobId } from '../jobs/schemas.ts';
import { defineJobRoute } from '../jobs/submit/job-route.ts';
import { noWorker, queueLack } from '../jobs/submit/readiness.ts';
import { NOT_WAITED, waitForAll } from '../jobs/sync/wait.ts';
import { SynthesisEngineList, listEngines } from './catalog.ts';
import { jobExamples, syncExamples } from './examples.ts';
import { synthesisResult } from './result.ts';
import { SynthesisJobRequest, SynthesisRequest, SynthesisResult } from './schemas.ts';
import { submitSynthesis } from './submit.ts';

const tag = 'Synthesis';

const RESULT = { name: 'Synthesis', description: 'The result of the synthesis.', schema: SynthesisResult };

/** Items that a request may wait for. */
const SYNC_ITEMS = 100;

const getEngines = defineRoute({
  method: 'GET',
  path: '/v1/synthesis/engines',
  operationId: 'listSynthesisEngines',
  tag,
  summary: 'Engines of synthesis',
  scope: 'synthesis:read',
  responses: { 200: { description: 'The engines.', schema: SynthesisEngineList } },
  handler: async () => reply(200, listEngines()),
});

const synthesizeSync = defineRoute({
  method: 'POST',
  path: '/v1/synthesis/sync',
  operationId: 'synthesizeSync',
  tag,
  summary: 'Synthesize and wait',
  description: `Runs the same job as \`POST /v1/synthesis/jobs\` and waits for it. At most ${SYNC_ITEMS} items.`,
  scope: 'synthesis:write',
  body: SynthesisRequest,
  examples: syncExamples,
  responses: { 200: RESULT, ...NOT_WAITED },
  handler: async ({ body, identity, trace }, services) => {
    const rows = body.options?.tables?.reduce((sum, { count }) => sum + count, 0) ?? 0;
    const wanted = Math.max(body.count ?? 0, rows);
    if (wanted > SYNC_ITEMS) {
      const msg = `Ask for at most ${SYNC_ITEMS} items, not ${wanted}, or submit a job (POST /v1/synthesis/jobs).`;
      throw new ValidationError([{ loc: ['body', 'count'], msg, type: 'maximum' }]);
    }
    const lack = await queueLack(services, { taskQueue: SYNTHESIS_TASK_QUEUE, runs: 'activities' });
    if (lack) throw noWorker(lack);
    const origin = { route: 'synthesis.sync', identity, trace, idempotencyKey: undefined };
    const { job } = await submitSynthesis(services, body, origin);
    await waitForAll(services, [job.job_id], () => null);
    return reply(200, await synthesisResult(services, await findJob(services, identity, job.job_id)));
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
  body: SynthesisJobRequest,
  examples: jobExamples,
  submit: (services, { body }, origin) => submitSynthesis(services, body, origin),
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/synthesis/jobs/{jobId}/result',
  operationId: 'getSynthesisJobResult',
  tag,
  summary: 'Result of a synthesis',
  scope: 'synthesis:read',
  params: JobId,
  responses: { 200: RESULT, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJobOf(services, identity, 'synthesis.run', params.jobId);
    return resultReply(services, job, () => synthesisResult(services, job));
  },
});

export const synthesisRoutes: readonly Route[] = [getEngines, synthesizeSync, submitJob, getResult];
