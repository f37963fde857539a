import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { List, Named } from '../contract/schema.ts';
import { NO_RESULT, findJobOf, resultReply } from '../jobs/result.ts';
import { JobAccepted, JobId, SubmissionHeaders } from '../jobs/schemas.ts';
import { REPLAY_HEADER, replayHeader } from '../jobs/submit/submission.ts';
import { tallyResult } from './result.ts';
import { TallyRequest, TallyResult } from './schemas.ts';
import { submitTally } from './submit.ts';

const tag = 'Tally';

const submitJob = defineRoute({
  method: 'POST',
  path: '/v1/tally/jobs',
  operationId: 'submitTallyJob',
  tag,
  summary: 'Count words as a job',
  scope: 'tally:write',
  headers: SubmissionHeaders,
  body: TallyRequest,
  examples: { one: { summary: 'One text', value: { texts: ['https://example.com/'] } } },
  responses: {
    202: {
      description: 'The job was accepted.',
      schema: Named('TallyAccepted', 'The job that counts.', { jobs: List(JobAccepted, 'One job.') }),
      headers: REPLAY_HEADER,
    },
  },
  handler: async ({ body, headers, identity, trace }, services) => {
    const origin = { route: 'tally.jobs', identity, trace, idempotencyKey: headers['idempotency-key'] };
    const { jobs, replayed } = await submitTally(services, body, origin);
    return reply(202, { jobs }, replayHeader(replayed));
  },
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/tally/jobs/{jobId}/result',
  operationId: 'getTallyResult',
  tag,
  summary: 'Result of a tally',
  scope: 'tally:read',
  params: JobId,
  responses: { 200: { description: 'The counts.', schema: TallyResult }, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJobOf(services, identity, 'tally', params.jobId);
    return resultReply(services, job, () => tallyResult(services, job));
  },
});

export const tallyRoutes: readonly Route[] = [submitJob, getResult];
