/** What is under `/v1/knowledge/add`, `/cognify`, `/memify` and `/jobs`. */
import { defineRoute } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { PurposeHeaders } from '../../contract/schema.ts';
import { findJob } from '../../jobs/job-lookup.ts';
import { NO_RESULT, resultReply } from '../../jobs/result.ts';
import { JobId } from '../../jobs/schemas.ts';
import { defineJobRoute } from '../../jobs/submit/job-route.ts';
import { NO_DATASET } from '../shared/no-dataset.ts';
import { submitAdd } from './add.ts';
import { submitCognify } from './cognify.ts';
import { addExamples, cognifyExamples, memifyExamples } from './examples.ts';
import { submitMemify } from './memify.ts';
import { knowledgeResult } from './result.ts';
import { AddRequest } from './schemas/add.ts';
import { CognifyRequest } from './schemas/cognify.ts';
import { MemifyRequest } from './schemas/memify.ts';
import { KnowledgeJobResult } from './schemas/result.ts';

const tag = 'Knowledge';

const add = defineJobRoute({
  method: 'POST',
  path: '/v1/knowledge/add/jobs',
  operationId: 'submitKnowledgeAddJob',
  tag,
  kind: 'knowledge.add',
  summary: 'Add documents to a dataset',
  scope: 'knowledge:write',
  cost: 'few_rows',
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
  cost: 'few_rows',
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
  cost: 'few_rows',
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
    'You must be allowed to read the dataset. After the dataset is deleted, only the results of deletions are ' +
    'available.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: JobId,
  headers: PurposeHeaders,
  responses: { 200: { description: 'What the job did.', schema: KnowledgeJobResult }, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJob(services, identity, params.jobId);
    return resultReply(services, job, () => knowledgeResult(services, identity, job));
  },
});

export const jobRoutes: readonly Route[] = [add, cognify, memify, getResult];
