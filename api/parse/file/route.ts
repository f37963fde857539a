import { Type } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { preferHeader, prefersAsync, RESPOND_ASYNC } from '../../contract/prefer.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import { findJob } from '../../jobs/job-lookup.ts';
import { NO_RESULT, resultReply } from '../../jobs/result.ts';
import { JobAccepted, SubmissionHeaders } from '../../jobs/schemas.ts';
import { REPLAY_HEADER, replayHeader } from '../../jobs/submit/submission.ts';
import { NOT_WAITED, waitForAll } from '../../jobs/sync/wait.ts';
import type { Services } from '../../services.ts';
import { MARKDOWN_BODY, MARKDOWN_HEADERS, markdownReply, NO_SUCH_BODY, prefersMarkdown } from '../markdown.ts';
import { engineOfQueue } from '../readiness.ts';
import { allWarnings, parseResult, SYNC_MARKDOWN_BYTES } from '../result.ts';
import { ParseFileResult } from '../schemas.ts';
import { ParseFileForm } from './form.ts';
import { submitFile } from './submit.ts';

export const parseFile = defineRoute({
  method: 'POST',
  path: '/v1/parse/file',
  operationId: 'parseFile',
  tag: 'Parse',
  summary: 'Parse a file and wait',
  description:
    'Stores the file of a form as an object, which is `temporary` by default, parses it as a job and waits for ' +
    'it. With `Accept: text/markdown`, the response is the Markdown itself. With `Prefer: respond-async`, the ' +
    'response is 202 with the job, which waits for a worker if none is running.',
  scope: 'parse:write',
  cost: 'waits_for_jobs',
  headers: Type.Object({ ...SubmissionHeaders.properties, ...preferHeader }),
  body: ParseFileForm,
  bodyType: 'multipart/form-data',
  responses: {
    200: {
      description: 'The document.',
      schema: ParseFileResult,
      also: MARKDOWN_BODY,
      headers: { ...REPLAY_HEADER, ...MARKDOWN_HEADERS },
    },
    202: {
      description: 'The job was accepted.',
      schema: JobAccepted,
      headers: {
        ...REPLAY_HEADER,
        'Preference-Applied': `\`${RESPOND_ASYNC}\`.`,
        Location: 'Status of the job.',
      },
    },
    ...NO_SUCH_BODY,
    ...NO_RESULT,
    ...NOT_WAITED,
  },
  handler: async ({ form, headers, identity, trace, preferredType }, services) => {
    const isAsync = prefersAsync(headers.prefer);
    const wantsMarkdown = !isAsync && prefersMarkdown(preferredType, 1);
    const origin = { route: 'parse.file', identity, trace, idempotencyKey: headers['idempotency-key'] };
    const { job, replayed } = await submitFile(services, form, origin, isAsync ? 'warn' : 'refuse');
    const replayedHeader = replayHeader(replayed);
    if (isAsync) {
      const applied = { 'Preference-Applied': RESPOND_ASYNC, Location: job.links.self };
      return reply(202, job, { ...replayedHeader, ...applied });
    }
    await waitForAll(services, [job.job_id], engineOfQueue);
    const answer = wantsMarkdown
      ? await markdownReply(services, identity, job)
      : await fileReply(services, identity, job);
    return { ...answer, headers: { ...answer.headers, ...replayedHeader } };
  },
});

async function fileReply(services: Services, identity: Caller, { job_id: jobId, warnings }: JobAccepted) {
  const job = await findJob(services, identity, jobId);
  return resultReply(services, job, async () => {
    const result = await parseResult(services, identity, job, SYNC_MARKDOWN_BYTES);
    return { ...result, warnings: allWarnings(warnings, result) };
  });
}
