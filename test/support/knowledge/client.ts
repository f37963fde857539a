/** Datasets over HTTP, for tests. */
import assert from 'node:assert/strict';
import type { Static } from 'typebox';
import type { KnowledgeDataset } from '../../../api/knowledge/datasets/schemas.ts';
import type { KnowledgeDocumentList } from '../../../api/knowledge/documents/documents.ts';
import type { KnowledgeGraph } from '../../../api/knowledge/graph/graph.ts';
import type { KnowledgeJobResult } from '../../../api/knowledge/jobs/schemas/result.ts';
import type { SearchResponse } from '../../../api/knowledge/search/schemas.ts';
import type { Client } from '../service/client.ts';

export interface LabelledText {
  readonly label: string;
  readonly text: string;
}

export type Document = Static<typeof KnowledgeDocumentList>['items'][number];

/** With `more`, its further members. Returns its identifier. */
export async function createDataset(client: Client, dataset_key: string, more: object = {}): Promise<string> {
  const body = { dataset_key, display_name: dataset_key, ...more };
  const { dataset_id } = await client.expect<KnowledgeDataset>(201, 'POST', '/v1/knowledge/datasets', { body });
  return dataset_id;
}

/** Starts a job by a request whose path is below `/v1/knowledge/`. */
export async function submitJob(client: Client, method: string, path: string, body?: object): Promise<string> {
  const { job_id } = await client.expect<{ job_id: string }>(202, method, `/v1/knowledge/${path}`, { body });
  return job_id;
}

/** The result of a job, once it has succeeded. */
export async function resultOf(client: Client, jobId: string): Promise<KnowledgeJobResult> {
  await client.waitFor(jobId, 'succeeded');
  return client.expect(200, 'GET', `/v1/knowledge/jobs/${jobId}/result`);
}

/** {@link submitJob}, and its result. */
export async function runJob(client: Client, method: string, path: string, body?: object): Promise<KnowledgeJobResult> {
  return resultOf(client, await submitJob(client, method, path, body));
}

export function runKnowledge(
  client: Client,
  kind: 'add' | 'cognify' | 'memify',
  body: object,
): Promise<KnowledgeJobResult> {
  return runJob(client, 'POST', `${kind}/jobs`, body);
}

export function addTexts(
  client: Client,
  dataset_key: string,
  texts: readonly LabelledText[],
): Promise<KnowledgeJobResult> {
  const inputs = texts.map((input) => ({ input_type: 'text', ...input }));
  return runKnowledge(client, 'add', { dataset_key, inputs });
}

/** A new dataset of these texts, cognified with these options. Returns its identifier. */
export async function cognifiedTexts(
  client: Client,
  dataset_key: string,
  texts: readonly LabelledText[],
  options: object = {},
): Promise<string> {
  const id = await createDataset(client, dataset_key);
  await addTexts(client, dataset_key, texts);
  await runKnowledge(client, 'cognify', { dataset_key, ...options });
  return id;
}

/** Asks a dataset. With `more`, further members of the request. */
export function search(
  client: Client,
  dataset_key: string,
  query_text: string,
  more: object = {},
): Promise<SearchResponse> {
  const body = { query_text, dataset_keys: [dataset_key], ...more };
  return client.expect(200, 'POST', '/v1/knowledge/search', { body });
}

/** The first page of a dataset's documents. */
export async function documentsOf(client: Client, datasetId: string): Promise<readonly Document[]> {
  const path = `/v1/knowledge/datasets/${datasetId}/documents`;
  return (await client.expect<Static<typeof KnowledgeDocumentList>>(200, 'GET', path)).items;
}

export async function documentLabelled(client: Client, datasetId: string, label: string): Promise<Document> {
  const documents = await documentsOf(client, datasetId);
  return documents.find((document) => document.label === label) ?? assert.fail(`there is no document ${label}`);
}

/** Deletes the document with this label. */
export async function removeDocument(client: Client, datasetId: string, label: string): Promise<KnowledgeJobResult> {
  const { document_id } = await documentLabelled(client, datasetId, label);
  return runJob(client, 'DELETE', `datasets/${datasetId}/documents/${document_id}`);
}

/** The first 500 entities of a dataset, and their facts as "subject · predicate · object". */
export async function readGraph(client: Client, datasetId: string) {
  const graph = await client.expect<KnowledgeGraph>(200, 'GET', `/v1/knowledge/datasets/${datasetId}/graph?limit=500`);
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  const facts = graph.links.map(
    ({ source, predicate, target_name }) => `${names.get(source)} · ${predicate} · ${target_name}`,
  );
  return { ...graph, facts };
}
