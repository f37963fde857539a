/** What is under `/v1/knowledge/datasets/{datasetId}/entities`: corrections about which names are one entity's. */
import { listCorrections, undoCorrections } from '../../../domain/knowledge/graph/index.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { listRoute } from '../../contract/list-route.ts';
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { PurposeHeaders } from '../../contract/schema.ts';
import { DatasetId } from '../shared/path-parameters.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { CandidateQuery, KnowledgeCandidateList, candidatePage } from './candidates.ts';
import { correctionOf, mergeNames, splitNames } from './corrections.ts';
import {
  CORRECTION_PAGES,
  CorrectionId,
  CorrectionPage,
  CorrectionsOfJob,
  KnowledgeCorrection,
  KnowledgeCorrectionList,
  KnowledgeUndone,
  MergeRequest,
  SplitRequest,
} from './schemas.ts';

const tag = 'Knowledge';
const path = '/v1/knowledge/datasets/{datasetId}/entities';
const CORRECTED = {
  201: { name: 'KnowledgeCorrectionMade', description: 'The correction.', schema: KnowledgeCorrection },
  409: {
    ...problemAnswer('The dataset has too many corrections.', ['too_many_corrections']),
    name: 'KnowledgeTooManyCorrections',
  },
};

const merge = defineRoute({
  method: 'POST',
  path: `${path}/merge`,
  operationId: 'mergeKnowledgeEntities',
  tag,
  summary: 'Merge names of one entity',
  description: 'The graph shows them as one from now on, whatever later jobs find.',
  scope: 'knowledge:write',
  cost: () => 2,
  params: DatasetId,
  headers: PurposeHeaders,
  body: MergeRequest,
  examples: { two: { summary: 'Two names', value: { names: ['Finance Board', 'Board of Finance'] } } },
  responses: CORRECTED,
  handler: async ({ params, body, identity }, services) =>
    reply(201, await mergeNames(services, identity, params.datasetId, body)),
});

const split = defineRoute({
  method: 'POST',
  path: `${path}/split`,
  operationId: 'splitKnowledgeEntities',
  tag,
  summary: 'Split names, or the documents of one name, into several entities',
  scope: 'knowledge:write',
  cost: () => 2,
  params: DatasetId,
  headers: PurposeHeaders,
  body: SplitRequest,
  examples: {
    names: { summary: 'Names that are not the same entity’s', value: { names: ['Finance Board', 'Finance Office'] } },
    senses: {
      summary: 'Another person of the same name',
      value: { name: 'Jon Marsh', senses: [{ document_ids: ['doc_01k9zt6v3c8wq4m2n7r5x0ybhd'] }] },
    },
  },
  responses: CORRECTED,
  handler: async ({ params, body, identity }, services) =>
    reply(201, await splitNames(services, identity, params.datasetId, body)),
});

const list = listRoute({
  path: `${path}/corrections`,
  operationId: 'listKnowledgeCorrections',
  tag,
  summary: 'Corrections of the names of a dataset',
  description: 'Those whose names you may read, and your own.',
  scope: 'knowledge:read',
  cost: 4,
  params: DatasetId,
  headers: PurposeHeaders,
  query: CorrectionPage,
  sizes: CORRECTION_PAGES,
  page: KnowledgeCorrectionList,
  rows: async ({ params, query: { cursor = '0', job_id: jobId }, identity }, services, take) => {
    const { database, dataset } = await readableDataset(services, identity, params.datasetId);
    return listCorrections(database, identity, dataset.id, { jobId }, cursor, take);
  },
  cursorOf: ({ id }) => id,
  items: (rows) => rows.map(correctionOf),
});

const candidates = defineRoute({
  method: 'GET',
  path: `${path}/candidates`,
  operationId: 'listKnowledgeMergeCandidates',
  tag,
  summary: 'Entities that may be one, and names that several may have',
  description: 'Found by what you may read. Names that are one already, or decided to be apart, are left out.',
  scope: 'knowledge:read',
  cost: () => 12,
  params: DatasetId,
  headers: PurposeHeaders,
  query: CandidateQuery,
  responses: { 200: { description: 'A page.', schema: KnowledgeCandidateList } },
  handler: async ({ params, query, identity }, services) =>
    reply(200, await candidatePage(services, identity, params.datasetId, query)),
});

const undo = defineRoute({
  method: 'DELETE',
  path: `${path}/corrections/{correctionId}`,
  operationId: 'undoKnowledgeCorrection',
  tag,
  summary: 'Undo a correction',
  description:
    'The graph is as if it had never been made. If consolidation made the correction, it does not make it again.',
  scope: 'knowledge:write',
  cost: () => 2,
  params: CorrectionId,
  headers: PurposeHeaders,
  responses: { 204: { description: 'It was undone.' } },
  handler: async ({ params, identity }, { database }) => {
    const { id } = await findDataset(database, identity, { dataset_id: params.datasetId });
    await undoCorrections(database, identity, id, { id: params.correctionId });
    return reply(204, '');
  },
});

const undoJob = defineRoute({
  method: 'DELETE',
  path: `${path}/corrections`,
  operationId: 'undoKnowledgeCorrections',
  tag,
  summary: 'Undo the corrections of a job',
  scope: 'knowledge:write',
  cost: () => 2,
  params: DatasetId,
  headers: PurposeHeaders,
  query: CorrectionsOfJob,
  responses: { 200: { description: 'How many were undone.', schema: KnowledgeUndone } },
  handler: async ({ params, query, identity }, { database }) => {
    const { id } = await findDataset(database, identity, { dataset_id: params.datasetId });
    return reply(200, { undone: await undoCorrections(database, identity, id, { jobId: query.job_id }) });
  },
});

export const entityRoutes: readonly Route[] = [merge, split, list, candidates, undo, undoJob];
