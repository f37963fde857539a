/** What searches of communities and facts need beside what Cognify makes. */
import type { ApiClient } from '../support/client.ts';
import { runKnowledge } from './ingest.ts';
import type { Ingested } from './ingest.ts';

const PIPELINES = [{ pipeline: 'communities', extractor: 'rules' }, { pipeline: 'triplet_embeddings' }] as const;

/** Finds the communities of a dataset and embeds its facts; returns the seconds that it took. */
export async function memify(
  service: ApiClient,
  { datasetKey: dataset_key }: Pick<Ingested, 'datasetKey'>,
): Promise<number> {
  const began = performance.now();
  for (const pipeline of PIPELINES) await runKnowledge(service, 'memify', { dataset_key, ...pipeline });
  return (performance.now() - began) / 1000;
}
