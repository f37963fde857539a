/** Operations of evaluation datasets. */
import { findDataset, listDatasets, removeDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { listVersions } from '../../../domain/evaluation/datasets/versions.ts';
import { listRoute } from '../../contract/list-route.ts';
import { pageQuery } from '../../contract/page.ts';
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { PurposeHeaders } from '../../contract/schema.ts';
import { otherCursor, readTimeCursor, timeCursorOf } from '../../contract/time-cursor.ts';
import { NO_RESULT, findJobOf, resultReply } from '../../jobs/result.ts';
import { JobId } from '../../jobs/schemas.ts';
import { defineJobRoute } from '../../jobs/submit/job-route.ts';
import { EvalBuiltInDatasetList, listBuiltIn } from './built-in.ts';
import { addRows, datasetOf, newDataset, rowPage, versionOf } from './datasets.ts';
import { importResult, submitImport } from './import.ts';
import {
  DATASET_PAGES,
  EvalDataset,
  EvalDatasetId,
  EvalDatasetList,
  EvalDatasetPage,
  EvalDatasetRequest,
  EvalDatasetRowList,
  EvalDatasetVersion,
  EvalDatasetVersionList,
  EvalImportRequest,
  EvalRowPage,
  EvalRowsRequest,
} from './schemas.ts';

const tag = 'Evaluation';

const builtIn = defineRoute({
  method: 'GET',
  path: '/v1/eval/builtin-datasets',
  operationId: 'listBuiltInEvalDatasets',
  tag,
  summary: 'Built-in datasets',
  description: 'Small labelled datasets that come with the product: values of `input.builtin_dataset_key`.',
  scope: 'eval:read',
  cost: 'few_rows',
  responses: { 200: { description: 'The datasets.', schema: EvalBuiltInDatasetList } },
  handler: async () => reply(200, listBuiltIn()),
});

const create = defineRoute({
  method: 'POST',
  path: '/v1/eval/datasets',
  operationId: 'createEvalDataset',
  tag,
  summary: 'Create an evaluation dataset',
  description: 'It has no rows yet: add them as a version, or import a file.',
  scope: 'eval:write',
  cost: 'few_rows',
  body: EvalDatasetRequest,
  examples: {
    minimal: {
      summary: 'A dataset',
      value: { dataset_key: 'support-questions', display_name: 'Questions to support' },
    },
  },
  responses: {
    201: { description: 'The dataset was created.', schema: EvalDataset, headers: { Location: 'The dataset.' } },
    409: problemAnswer('The key is taken: `dataset_id` names the dataset that has it.', ['dataset_exists']),
  },
  handler: async ({ body, identity }, services) => {
    const dataset = await newDataset(services, identity, body);
    return reply(201, dataset, { Location: `/v1/eval/datasets/${dataset.dataset_id}` });
  },
});

const list = listRoute({
  path: '/v1/eval/datasets',
  operationId: 'listEvalDatasets',
  tag,
  summary: 'Evaluation datasets that you may read, newest first',
  scope: 'eval:read',
  cost: 'few_rows',
  headers: PurposeHeaders,
  query: EvalDatasetPage,
  sizes: DATASET_PAGES,
  page: EvalDatasetList,
  rows: ({ query: { cursor }, identity }, { database }, take) =>
    listDatasets(database, identity, cursor === undefined ? undefined : readTimeCursor('evds', cursor), take),
  cursorOf: timeCursorOf,
  items: (rows) => rows.map(datasetOf),
});

const get = defineRoute({
  method: 'GET',
  path: '/v1/eval/datasets/{datasetId}',
  operationId: 'getEvalDataset',
  tag,
  summary: 'An evaluation dataset with its latest version',
  scope: 'eval:read',
  cost: 'few_rows',
  params: EvalDatasetId,
  headers: PurposeHeaders,
  responses: { 200: { description: 'The dataset.', schema: EvalDataset } },
  handler: async ({ params, identity }, { database }) =>
    reply(200, datasetOf(await findDataset(database, identity, params.datasetId))),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/v1/eval/datasets/{datasetId}',
  operationId: 'deleteEvalDataset',
  tag,
  summary: 'Delete an evaluation dataset with all its versions',
  description: 'Runs that have not read their cases fail. The results of quality runs on it can no longer be read.',
  scope: 'eval:write',
  cost: 'few_rows',
  params: EvalDatasetId,
  headers: PurposeHeaders,
  responses: { 204: { description: 'The dataset was deleted.' } },
  handler: async ({ params, identity }, services) => {
    const { id } = await findDataset(services.database, identity, params.datasetId);
    await removeDataset(services, id);
    return reply(204, '');
  },
});

const addVersionRoute = defineRoute({
  method: 'POST',
  path: '/v1/eval/datasets/{datasetId}/versions',
  operationId: 'addEvalDatasetVersion',
  tag,
  summary: 'Add a version with the rows of the request',
  scope: 'eval:write',
  cost: 'few_rows',
  params: EvalDatasetId,
  headers: PurposeHeaders,
  body: EvalRowsRequest,
  examples: {
    rows: {
      summary: 'Two rows',
      value: {
        rows: [
          { question: 'Who approves travel expenses?', answer: 'The finance board' },
          { question: 'When does the board meet?', answer: 'On Mondays' },
        ],
      },
    },
  },
  responses: { 201: { description: 'The version was added.', schema: EvalDatasetVersion } },
  handler: async ({ params, body, identity }, services) =>
    reply(201, await addRows(services, identity, params.datasetId, body)),
});

const versionSizes = { of: 'Versions', usual: 50, most: 500 };

const listVersionsRoute = listRoute({
  path: '/v1/eval/datasets/{datasetId}/versions',
  operationId: 'listEvalDatasetVersions',
  tag,
  summary: 'Versions of an evaluation dataset, newest first',
  scope: 'eval:read',
  cost: 'few_rows',
  params: EvalDatasetId,
  headers: PurposeHeaders,
  query: pageQuery(versionSizes),
  sizes: versionSizes,
  page: EvalDatasetVersionList,
  rows: async ({ params, query: { cursor }, identity }, { database }, take) => {
    const { id } = await findDataset(database, identity, params.datasetId);
    const below = cursor === undefined ? null : Number(cursor);
    if (below !== null && below > 2 ** 31) throw otherCursor();
    return listVersions(database, id, below, take);
  },
  cursorOf: ({ version }) => String(version),
  items: (rows) => rows.map(versionOf),
});

const listRows = defineRoute({
  method: 'GET',
  path: '/v1/eval/datasets/{datasetId}/rows',
  operationId: 'listEvalDatasetRows',
  tag,
  summary: 'Rows of a version',
  description: 'Name the `version` with each page: by default it is the latest one, which may be another by then.',
  scope: 'eval:read',
  cost: () => 4,
  params: EvalDatasetId,
  headers: PurposeHeaders,
  query: EvalRowPage,
  responses: { 200: { description: 'A page.', schema: EvalDatasetRowList } },
  handler: async ({ params, query, identity }, services) =>
    reply(200, await rowPage(services, identity, params.datasetId, query)),
});

const submitImportRoute = defineJobRoute({
  method: 'POST',
  path: '/v1/eval/datasets/{datasetId}/imports',
  operationId: 'submitEvalDatasetImport',
  tag,
  kind: 'evaluation.import',
  summary: 'Add a version from a file or from a knowledge dataset',
  description:
    'The version exists once the job has succeeded. If a row cannot be read, the job fails and names its line.',
  scope: 'eval:write',
  cost: 'few_rows',
  params: EvalDatasetId,
  body: EvalImportRequest,
  examples: {
    file: {
      summary: 'A stored file',
      value: { type: 'object', locator: 'service://objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd', format: 'jsonl' },
    },
  },
  submit: (services, { params, body }, origin) => submitImport(services, params.datasetId, body, origin),
});

const getImportResult = defineRoute({
  method: 'GET',
  path: '/v1/eval/imports/{jobId}/result',
  operationId: 'getEvalDatasetImportResult',
  tag,
  summary: 'The version that an import added',
  scope: 'eval:read',
  cost: 'few_rows',
  params: JobId,
  responses: { 200: { description: 'The version.', schema: EvalDatasetVersion }, ...NO_RESULT },
  handler: async ({ params, identity }, services) => {
    const job = await findJobOf(services, identity, 'evaluation.import', params.jobId);
    return resultReply(services, job, () => importResult(services, job));
  },
});

export const evaluationDatasetRoutes: readonly Route[] = [
  builtIn,
  create,
  list,
  get,
  remove,
  addVersionRoute,
  listVersionsRoute,
  listRows,
  submitImportRoute,
  getImportResult,
];
