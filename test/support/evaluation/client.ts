/** Evaluation datasets over HTTP, for tests. */
import { randomBytes } from 'node:crypto';
import type { EvalDataset, EvalDatasetVersion } from '../../../api/evaluation/datasets/schemas.ts';
import type { Client } from '../service/client.ts';

export async function createEvalDataset(client: Client, attributes: object = {}): Promise<EvalDataset> {
  const dataset_key = `rows-${randomBytes(4).toString('hex')}`;
  const body = { dataset_key, display_name: 'Rows', ...attributes };
  return client.expect(201, 'POST', '/v1/eval/datasets', { body });
}

export function addRows(client: Client, datasetId: string, rows: readonly object[]): Promise<EvalDatasetVersion> {
  return client.expect(201, 'POST', `/v1/eval/datasets/${datasetId}/versions`, { body: { rows } });
}

/** Submits an import; the job. */
export async function submitImport(client: Client, datasetId: string, body: object): Promise<string> {
  const path = `/v1/eval/datasets/${datasetId}/imports`;
  return (await client.expect<{ job_id: string }>(202, 'POST', path, { body })).job_id;
}

/** Uploads a file and imports it; the version. */
export async function importFile(
  client: Client,
  datasetId: string,
  filename: string,
  bytes: Uint8Array,
): Promise<EvalDatasetVersion> {
  const { object_id } = await client.upload(bytes, filename);
  const locator = `service://objects/${object_id}`;
  const jobId = await submitImport(client, datasetId, { type: 'object', locator });
  await client.waitFor(jobId, 'succeeded');
  return client.expect(200, 'GET', `/v1/eval/imports/${jobId}/result`);
}
