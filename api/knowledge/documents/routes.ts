/** What is under `/v1/knowledge/datasets/{datasetId}/documents`. */
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { listDocuments } from '../../../domain/knowledge/documents/index.ts';
import { listRoute } from '../../contract/list-route.ts';
import { pageQuery } from '../../contract/page.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { PurposeHeaders } from '../../contract/schema.ts';
import { defineJobRoute } from '../../jobs/submit/job-route.ts';
import { listChunksRoute } from './chunks.ts';
import { KnowledgeDocumentUrl, markdownUrl, sourceUrl } from './urls.ts';
import { KnowledgeDocument, KnowledgeDocumentList, documentDetail, documentOf } from './documents.ts';
import { DatasetId, DocumentId } from '../shared/path-parameters.ts';
import { DocumentSelectionQuery, submitDocumentDeletion, submitSetDeletion } from '../removal.ts';

const tag = 'Knowledge';

const SIGNED_URL = {
  200: { name: 'KnowledgeDocumentUrlSigned', description: 'The URL.', schema: KnowledgeDocumentUrl },
};

const sizes = { of: 'Documents', usual: 50, most: 500 };

const listDocumentsRoute = listRoute({
  path: '/v1/knowledge/datasets/{datasetId}/documents',
  operationId: 'listKnowledgeDocuments',
  tag,
  summary: 'Documents of a dataset that you may read',
  scope: 'knowledge:read',
  cost: 4,
  params: DatasetId,
  headers: PurposeHeaders,
  query: pageQuery(sizes),
  sizes,
  page: KnowledgeDocumentList,
  rows: async ({ params, query: { cursor = '0' }, identity }, { database }, take) => {
    const { id } = await findDataset(database, identity, { dataset_id: params.datasetId });
    return listDocuments(database, identity, id, cursor, take);
  },
  cursorOf: ({ id }) => String(id),
  items: (rows) => rows.map(documentOf),
});

const getDocument = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/datasets/{datasetId}/documents/{documentId}',
  operationId: 'getKnowledgeDocument',
  tag,
  summary: 'A document of a dataset',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: DocumentId,
  headers: PurposeHeaders,
  responses: { 200: { description: 'The document.', schema: KnowledgeDocument } },
  handler: async ({ params, identity }, services) =>
    reply(200, await documentDetail(services, identity, params.datasetId, params.documentId)),
});

const getMarkdownUrl = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/datasets/{datasetId}/documents/{documentId}/markdown-url',
  operationId: 'getKnowledgeMarkdownUrl',
  tag,
  summary: 'Signed URL of the Markdown of a document',
  description: 'The spans of passages and chunks refer to it.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: DocumentId,
  headers: PurposeHeaders,
  responses: SIGNED_URL,
  handler: async ({ params, identity }, services) => reply(200, await markdownUrl(services, identity, params)),
});

const getSourceUrl = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/datasets/{datasetId}/documents/{documentId}/source-url',
  operationId: 'getKnowledgeSourceUrl',
  tag,
  summary: 'Signed URL of the original bytes of a document',
  description: 'Of documents that were added with `persist_source_copy`.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: DocumentId,
  headers: PurposeHeaders,
  responses: SIGNED_URL,
  handler: async ({ params, identity }, services) => reply(200, await sourceUrl(services, identity, params)),
});

const deleteDocuments = defineJobRoute({
  method: 'DELETE',
  path: '/v1/knowledge/datasets/{datasetId}/documents',
  operationId: 'deleteKnowledgeDocuments',
  tag,
  kind: 'knowledge.delete',
  summary: 'Delete the documents of a stored object or of a node set',
  description:
    'Deletes each of these documents that you may read, and those whose stored object was deleted. It is not ' +
    'an error if there are none.',
  scope: 'knowledge:write',
  cost: 'few_rows',
  params: DatasetId,
  query: DocumentSelectionQuery,
  submit: (services, { params, query }, origin) => submitSetDeletion(services, params.datasetId, query, origin),
});

const deleteDocument = defineJobRoute({
  method: 'DELETE',
  path: '/v1/knowledge/datasets/{datasetId}/documents/{documentId}',
  operationId: 'deleteKnowledgeDocument',
  tag,
  kind: 'knowledge.delete',
  summary: 'Delete a document of a dataset',
  description:
    'Readers no longer see the document once the response is sent. A job then removes its chunks, vectors and ' +
    'mentions, and the facts that no other document supports. The stored object or parsed document that it was ' +
    'made from is kept. Repeating the request returns the same job.',
  scope: 'knowledge:write',
  cost: 'few_rows',
  params: DocumentId,
  submit: (services, { params }, origin) =>
    submitDocumentDeletion(services, params.datasetId, params.documentId, origin),
});

export const documentRoutes: readonly Route[] = [
  listDocumentsRoute,
  getDocument,
  listChunksRoute,
  getMarkdownUrl,
  getSourceUrl,
  deleteDocuments,
  deleteDocument,
];
