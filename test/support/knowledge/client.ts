/** Datasets over HTTP, for tests. */
import type { KnowledgeDataset } from '../../../api/knowledge/datasets/schemas.ts';
import type { KnowledgeGraph } from '../../../api/knowledge/graph/graph.ts';
import type { KnowledgeJobResult } from '../../../api/knowledge/jobs/schemas/result.ts';
import type { Client } from '../service/client.ts';

export interface LabelledText {
  readonly label: string;
  readonly text: string;
}

export async function createDataset(client: Client, dataset_key: string): Promise<string> {
  const body = { dataset_key, display_name: dataset_key };
  const { dataset_id } = await client.expect<KnowledgeDataset>(201, 'POST', '/v1/knowledge/datasets', { body });
  return dataset_id;
}

/** Submits a knowledge job and waits for its result. */
export async function runKnowledge(
  client: Client,
  kind: 'add' | 'cognify' | 'memify',
  body: object,
): Promise<KnowledgeJobResult> {
  const { job_id } = await client.expect<{ job_id: string }>(202, 'POST', `/v1/knowledge/${kind}/jobs`, { body });
  await client.waitFor(job_id, 'succeeded');
  return client.expect(200, 'GET', `/v1/knowledge/jobs/${job_id}/result`);
}

export function addTexts(
  client: Client,
  dataset_key: string,
  texts: readonly LabelledText[],
): Promise<KnowledgeJobResult> {
  const inputs = texts.map((input) => ({ input_type: 'text', ...input }));
  return runKnowledge(client, 'add', { dataset_key, inputs });
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
