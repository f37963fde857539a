/** What is under `/v1/knowledge/datasets`: the datasets, and what is derived from their documents. */
import { Type } from 'typebox';
import { findDataset, listDatasets } from '../../../domain/knowledge/datasets/index.ts';
import { listRoute } from '../../contract/list-route.ts';
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { Flag, PurposeHeaders } from '../../contract/schema.ts';
import { readTimeCursor, timeCursorOf } from '../../contract/time-cursor.ts';
import { defineJobRoute } from '../../jobs/submit/job-route.ts';
import {
  DATASET_PAGES,
  DatasetPage,
  DatasetPatch,
  DatasetRequest,
  KnowledgeDataset,
  KnowledgeDatasetList,
} from './schemas.ts';
import { datasetOf, datasetsOf, newDataset, patchDataset } from './datasets.ts';
import { EmbeddingRequest, embeddingExamples, submitEmbedding } from './re-embedding.ts';
import { DatasetId } from '../shared/path-parameters.ts';
import { submitDatasetDeletion } from '../removal.ts';
import { listRulesRoute } from './rules.ts';

const tag = 'Knowledge';

const createDataset = defineRoute({
  method: 'POST',
  path: '/v1/knowledge/datasets',
  operationId: 'createKnowledgeDataset',
  tag,
  summary: 'Create a dataset',
  scope: 'knowledge:write',
  cost: 'few_rows',
  body: DatasetRequest,
  examples: {
    minimal: { summary: 'A dataset', value: { dataset_key: 'handbook', display_name: 'Employee handbook' } },
  },
  responses: {
    201: { description: 'The dataset was created.', schema: KnowledgeDataset, headers: { Location: 'The dataset.' } },
    409: problemAnswer(
      'The key is taken (`dataset_id` names the dataset that has it), or no embedding model is configured.',
      ['dataset_exists', 'model_not_configured'],
    ),
  },
  handler: async ({ body, identity }, services) => {
    const row = await newDataset(services, identity, body);
    return reply(201, await datasetOf(services, identity, row), { Location: `/v1/knowledge/datasets/${row.id}` });
  },
});

const listDatasetsRoute = listRoute({
  path: '/v1/knowledge/datasets',
  operationId: 'listKnowledgeDatasets',
  tag,
  summary: 'Datasets that you may read, newest first',
  scope: 'knowledge:read',
  cost: 4,
  headers: PurposeHeaders,
  query: DatasetPage,
  sizes: DATASET_PAGES,
  page: KnowledgeDatasetList,
  rows: ({ query: { cursor }, identity }, { database }, take) =>
    listDatasets(database, identity, cursor === undefined ? undefined : readTimeCursor('dset', cursor), take),
  cursorOf: timeCursorOf,
  items: (rows, { identity }, services) => datasetsOf(services, identity, rows),
});

const getDataset = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/datasets/{datasetId}',
  operationId: 'getKnowledgeDataset',
  tag,
  summary: 'A dataset with its counters',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: DatasetId,
  headers: PurposeHeaders,
  responses: { 200: { description: 'The dataset.', schema: KnowledgeDataset } },
  handler: async ({ params, identity }, services) => {
    const row = await findDataset(services.database, identity, { dataset_id: params.datasetId });
    return reply(200, await datasetOf(services, identity, row));
  },
});

const changeDataset = defineRoute({
  method: 'PATCH',
  path: '/v1/knowledge/datasets/{datasetId}',
  operationId: 'changeKnowledgeDataset',
  tag,
  summary: 'Change the attributes of a dataset',
  scope: 'knowledge:write',
  cost: 'few_rows',
  params: DatasetId,
  headers: PurposeHeaders,
  body: DatasetPatch,
  examples: { tags: { summary: 'Replace the tags', value: { tags: ['quarterly'] } } },
  responses: { 200: { description: 'The dataset as it is now.', schema: KnowledgeDataset } },
  handler: async ({ params, body, identity }, services) =>
    reply(200, await datasetOf(services, identity, await patchDataset(services, identity, params.datasetId, body))),
});

const deleteDataset = defineJobRoute({
  method: 'DELETE',
  path: '/v1/knowledge/datasets/{datasetId}',
  operationId: 'deleteKnowledgeDataset',
  tag,
  kind: 'knowledge.delete',
  summary: 'Delete a dataset with everything in it',
  description:
    'Readers no longer see the dataset once the response is sent. A job then removes its documents and ' +
    'everything derived from them. Stored objects are kept. Repeating the request returns the same job.',
  scope: 'knowledge:write',
  cost: 'few_rows',
  params: DatasetId,
  query: Type.Object(
    { force: Type.Optional(Flag('Delete the dataset even if it is permanent. Default false.', true)) },
    { additionalProperties: false },
  ),
  responses: { 409: problemAnswer('It is permanent.', ['dataset_permanent']) },
  submit: (services, { params, query }, origin) =>
    submitDatasetDeletion(services, params.datasetId, origin, { force: query.force ?? false }),
});

const embed = defineJobRoute({
  method: 'POST',
  path: '/v1/knowledge/datasets/{datasetId}/embedding/jobs',
  operationId: 'submitKnowledgeEmbeddingJob',
  tag,
  kind: 'knowledge.embed',
  summary: 'Change the embedding model of a dataset',
  description:
    'The job embeds all chunks with the new model while searches use the present vectors, then switches the ' +
    'dataset in one transaction. If it fails or is cancelled, the dataset does not change.',
  scope: 'knowledge:write',
  cost: 'few_rows',
  params: DatasetId,
  body: EmbeddingRequest,
  examples: embeddingExamples,
  responses: { 409: problemAnswer('There is no such embedding model.', ['model_not_configured']) },
  submit: (services, { params, body }, origin) => submitEmbedding(services, params.datasetId, body, origin),
});

export const datasetRoutes: readonly Route[] = [
  createDataset,
  listDatasetsRoute,
  getDataset,
  changeDataset,
  deleteDataset,
  embed,
  listRulesRoute,
];
