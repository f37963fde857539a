/** The routes of parsing, except those of documents. */
import { Type } from 'typebox';
import { availabilityOf } from '../../engines/availability.ts';
import { ENGINE_CATALOG, PROFILES, profileId } from '../../engines/parse/catalog.ts';
import { finishedPages } from '../../domain/parse/crawl/pages.ts';
import { listRoute } from '../contract/list-route.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { RowCursor, PurposeHeaders, Whole } from '../contract/schema.ts';
import { NO_RESULT, findJobOf, resultReply } from '../jobs/result.ts';
import { SubmissionHeaders, JobId } from '../jobs/schemas.ts';
import { REPLAY_HEADER, replayHeader } from '../jobs/submit/submission.ts';
import { NOT_WAITED, waitForAll } from '../jobs/sync/wait.ts';
import { syncItem } from './sync-item.ts';
import { documentRoutes } from './documents/routes.ts';
import { jobExamples, requestExamples } from './examples.ts';
import { presentPage } from './crawl/result.ts';
import { CrawledPageList } from './crawl/schemas.ts';
import { parseFile } from './file/route.ts';
import { MARKDOWN_BODY, MARKDOWN_HEADERS, markdownReply, NO_SUCH_BODY, prefersMarkdown } from './markdown.ts';
import { engineOfQueue } from './readiness.ts';
import { INLINE_MARKDOWN_BYTES, SYNC_MARKDOWN_BYTES, parseResult } from './result.ts';
import {
  ParseBatchJobAccepted,
  ParseBatchResult,
  ParseEngineList,
  ParseJobRequest,
  ParseRequest,
  ParseResult,
  ParserProfileList,
} from './schemas.ts';
import { submitParse } from './submit.ts';

const tag = 'Parse';

const listEngines = defineRoute({
  method: 'GET',
  path: '/v1/parse/engines',
  operationId: 'listParseEngines',
  tag,
  summary: 'Parse engines',
  scope: 'parse:read',
  cost: 'few_rows',
  responses: { 200: { description: 'The engines.', schema: ParseEngineList } },
  handler: async (_request, { probes }) => {
    const items = ENGINE_CATALOG.map(async (engine) => {
      const { scenes, used_options: _used, ...members } = engine;
      return {
        ...members,
        source_kinds: [...engine.source_kinds],
        media_types: [...engine.media_types],
        supported_scenes: [...scenes],
        default_profile_id: profileId(engine.engine_id, engine.default_scene),
        availability: { ...(await availabilityOf(engine, probes)) },
      };
    });
    return reply(200, { items: await Promise.all(items) });
  },
});

const listProfiles = defineRoute({
  method: 'GET',
  path: '/v1/parse/profiles',
  operationId: 'listParserProfiles',
  tag,
  summary: 'Internal parser profiles',
  scope: 'parse:read',
  cost: 'few_rows',
  responses: { 200: { description: 'The profiles.', schema: ParserProfileList } },
  handler: async () =>
    reply(200, {
      items: PROFILES.map((profile) => ({ ...profile, default_options: { ...profile.default_options } })),
    }),
});

const parseSync = defineRoute({
  method: 'POST',
  path: '/v1/parse/sync',
  operationId: 'parseSync',
  tag,
  summary: 'Parse and wait',
  description:
    'Runs the same jobs as `POST /v1/parse/jobs` and waits for them. A failed source has an `error`, the ' +
    'others have documents. With `Accept: text/markdown`, a request with one source is answered with the ' +
    'Markdown itself, or with 409 if its job failed. If an engine cannot start because no worker polls its ' +
    'task queue, the response is 503 `no_worker`, and no job keeps running.',
  scope: 'parse:write',
  cost: 'waits_for_jobs',
  headers: PurposeHeaders,
  body: ParseRequest,
  examples: requestExamples,
  responses: {
    200: {
      description: 'The outcome of each source.',
      schema: ParseBatchResult,
      also: MARKDOWN_BODY,
      headers: MARKDOWN_HEADERS,
    },
    ...NO_SUCH_BODY,
    ...NO_RESULT,
    ...NOT_WAITED,
  },
  handler: async ({ body, identity, trace, preferredType }, services) => {
    const wantsMarkdown = prefersMarkdown(preferredType, body.sources.length);
    const origin = { route: 'parse.sync', identity, trace, idempotencyKey: undefined };
    const { jobs } = await submitParse(services, body, origin, { whenNoWorker: 'refuse' });
    const jobIds = jobs.map(({ job_id }) => job_id);
    await waitForAll(services, jobIds, engineOfQueue);
    const [first] = jobs;
    if (wantsMarkdown && first) return markdownReply(services, identity, first);
    const inlineBytes = SYNC_MARKDOWN_BYTES / jobs.length;
    return reply(200, {
      results: await Promise.all(jobs.map((job) => syncItem(services, identity, job, inlineBytes))),
    });
  },
});

const submitJobs = defineRoute({
  method: 'POST',
  path: '/v1/parse/jobs',
  operationId: 'submitParseJobs',
  tag,
  summary: 'Parse as jobs, one per source',
  scope: 'parse:write',
  cost: 'few_rows',
  headers: SubmissionHeaders,
  body: ParseJobRequest,
  examples: jobExamples,
  responses: {
    202: {
      description: 'The jobs were accepted.',
      schema: ParseBatchJobAccepted,
      headers: REPLAY_HEADER,
    },
  },
  handler: async ({ body, headers, identity, trace }, services) => {
    const origin = { route: 'parse.jobs', identity, trace, idempotencyKey: headers['idempotency-key'] };
    const { jobs, batchId, replayed } = await submitParse(services, body, origin, { whenNoWorker: 'warn' });
    return reply(202, { batch_id: batchId, jobs }, replayHeader(replayed));
  },
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/parse/jobs/{jobId}/result',
  operationId: 'getParseResult',
  tag,
  summary: 'Result of a parse job',
  scope: 'parse:read',
  cost: () => 1,
  params: JobId,
  headers: PurposeHeaders,
  responses: {
    200: { description: 'The document.', schema: ParseResult },
    ...NO_RESULT,
  },
  handler: async ({ params, identity }, services) => {
    const job = await findJobOf(services, identity, 'parse', params.jobId);
    return resultReply(services, job, () => parseResult(services, identity, job, INLINE_MARKDOWN_BYTES));
  },
});

const getPages = listRoute({
  path: '/v1/parse/jobs/{jobId}/pages',
  operationId: 'listCrawledPages',
  tag,
  summary: 'Pages of a crawl so far',
  description:
    'Pages that a job of the engine `web_crawler` has finished: while it runs, and also after it failed or was ' +
    'cancelled. Pages may finish out of order of discovery, so read the list again when the job has ended. ' +
    'Empty for other engines.',
  scope: 'parse:read',
  cost: 'few_rows',
  params: JobId,
  query: Type.Object(
    {
      limit: Type.Optional(Whole('Maximum number of pages. Default 100.', 100, { minimum: 1, maximum: 500 })),
      cursor: Type.Optional(RowCursor),
    },
    { additionalProperties: false },
  ),
  sizes: { usual: 100, most: 500 },
  page: CrawledPageList,
  rows: async ({ params, query: { cursor }, identity }, services, take) => {
    const { jobId } = await findJobOf(services, identity, 'parse', params.jobId);
    return finishedPages(services.database, jobId, { take, ...(cursor !== undefined && { after: BigInt(cursor) }) });
  },
  cursorOf: ({ sequence }) => sequence.toString(),
  items: (rows, _request, services) => Promise.all(rows.map((row) => presentPage(services, row))),
});

export const parseRoutes: readonly Route[] = [
  listEngines,
  listProfiles,
  parseFile,
  parseSync,
  submitJobs,
  getResult,
  getPages,
  ...documentRoutes,
];
