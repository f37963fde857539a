/** The routes of the domain; those of its jobs and of search are here. */
import { Type } from 'typebox';
import { problemAnswer } from '../contract/problems.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { purposeHeader } from '../contract/schema.ts';
import { findJob } from '../jobs/find.ts';
import { NO_RESULT, resultReply } from '../jobs/result.ts';
import { JobId } from '../jobs/schemas.ts';
import { defineJobRoute } from '../jobs/submit/job-route.ts';
import { submitAdd } from './add.ts';
import { submitCognify } from './cognify.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { addExamples, cognifyExamples, memifyExamples, searchExamples } from './examples.ts';
import { AddRequest, CognifyRequest, KnowledgeJobResult, MemifyRequest } from './job-schemas.ts';
import { submitMemify } from './memify.ts';
import { knowledgeResult } from './result.ts';
import { SearchRequest, SearchResponse } from './search-schemas.ts';
import { search } from './search.ts';
import { sessionRoutes } from './session-routes.ts';

const tag = 'Knowledge';

const NO_DATASET = { name: 'NoDataset', ...problemAnswer('There is no such dataset.', ['not_found']) };

const add = defineJobRoute({
  method: 'POST',
  path: '/v1/knowledge/add/jobs',
  operationId: 'submitKnowledgeAddJob',
  tag,
  kind: 'knowledge.add',
  summary: 'Add documents to a dataset',
  scope: 'knowledge:write',
  body: AddRequest,
  examples: addExamples,
  responses: { 404: NO_DATASET },
  submit: (services, { body }, origin) => submitAdd(services, body, origin),
});

const cognify = defineJobRoute({
  method: 'POST',
  path: '/v1/knowledge/cognify/jobs',
  operationId: 'submitKnowledgeCognifyJob',
  tag,
  kind: 'knowledge.cognify',
  summary: 'Derive chunks, vectors, entities and facts from the documents of a dataset',
  scope: 'knowledge:write',
  body: CognifyRequest,
  examples: cognifyExamples,
  responses: { 404: NO_DATASET },
  submit: (services, { body }, origin) => submitCognify(services, body, origin),
});

const memify = defineJobRoute({
  method: 'POST',
  path: '/v1/knowledge/memify/jobs',
  operationId: 'submitKnowledgeMemifyJob',
  tag,
  kind: 'knowledge.memify',
  summary: 'Enrich the graph of a dataset',
  scope: 'knowledge:write',
  body: MemifyRequest,
  examples: memifyExamples,
  responses: { 404: NO_DATASET },
  submit: (services, { body }, origin) => submitMemify(services, body, origin),
});

const getResult = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/jobs/{jobId}/result',
  operationId: 'getKnowledgeJobResult',
  tag,
  summary: 'Result of a knowledge job',
  description:
    'You must be allowed to read the dataset. After the dataset is deleted, only the results of deletions are available.',
  scope: 'knowledge:read',
  params: JobId,
  headers: Type.Object(purposeHeader),
  responses: { 200: { description: 'What the job did.', schema: KnowledgeJobResult }, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJob(services, identity, params.jobId);
    return resultReply(services, job, () => knowledgeResult(services, identity, job));
  },
});

const searchRoute = defineRoute({
  method: 'POST',
  path: '/v1/knowledge/search',
  operationId: 'searchKnowledge',
  tag,
  summary: 'Find the passages that answer a question',
  scope: 'knowledge:read',
  headers: Type.Object(purposeHeader),
  body: SearchRequest,
  examples: searchExamples,
  responses: {
    200: { description: 'What was found.', schema: SearchResponse },
    404: NO_DATASET,
    409: problemAnswer('The datasets use different models, or their model is no longer configured.', [
      'mixed_models',
      'model_not_configured',
    ]),
    502: problemAnswer('The embedding model refuses every call.', ['model_refused']),
    503: problemAnswer('A dependency or the embedding model is unavailable.', [
      'unavailable',
      'model_unavailable',
      'model_rate_limited',
    ]),
  },
  handler: async ({ body, identity }, services) => reply(200, await search(services, identity, body)),
});

export const knowledgeRoutes: readonly Route[] = [
  ...datasetRoutes,
  ...documentRoutes,
  add,
  cognify,
  memify,
  getResult,
  searchRoute,
  ...sessionRoutes,
];
