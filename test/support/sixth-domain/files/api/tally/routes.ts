import { defineRoute } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { NO_RESULT, findJobOf, resultReply } from '../jobs/result.ts';
import { JobId } from '../jobs/schemas.ts';
import { defineJobRoute } from '../jobs/submit/job-route.ts';
import { tallyResult } from './result.ts';
import { TallyRequest, TallyResult } from './schemas.ts';
import { submitTally } from './submit.ts';

const tag = 'Tally';

const submitJob = defineJobRoute({
  method: 'POST',
  path: '/v1/tally/jobs',
  operationId: 'submitTallyJob',
  tag,
  kind: 'tally',
  summary: 'Count words as a job',
  scope: 'tally:write',
  cost: 'few_rows',
  body: TallyRequest,
  examples: { one: { summary: 'One text', value: { texts: ['https://example.com/'] } } },
  submit: (services, { body }, origin) => submitTally(services, body, origin),
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/tally/jobs/{jobId}/result',
  operationId: 'getTallyResult',
  tag,
  summary: 'Result of a tally',
  scope: 'tally:read',
  cost: 'few_rows',
  params: JobId,
  responses: { 200: { description: 'The counts.', schema: TallyResult }, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJobOf(services, identity, 'tally', params.jobId);
    return resultReply(services, job, () => tallyResult(services, job));
  },
});

export const tallyRoutes: readonly Route[] = [submitJob, getResult];
