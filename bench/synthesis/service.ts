/** The service as a client of synthesis sees it: an order in, all items and the bytes of their object out. */
import { createHash } from 'node:crypto';
import type { SynthesisResult } from '../../api/synthesis/result-schemas.ts';
import { startEmbedder } from '../../embedded/servers/embedder.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import type { Item } from '../../engines/synthesis/items/item.ts';
import { ApiClient } from '../support/client.ts';
import { startApi, startWorker } from '../support/processes.ts';

const NAMESPACE = 'bench-synthesis';
/** As many as the peer may have open. */
export const CALLS_AT_ONCE = 8;

/** Items as `items.jsonl` has them. */
export type MadeItem = Item['value'] & Pick<Item, 'provenance'>;

export interface Synthesized {
  readonly result: SynthesisResult;
  readonly items: readonly MadeItem[];
  /** Of `items.jsonl`. */
  readonly sha256: string;
  /** From the submission to the end of the job. */
  readonly seconds: number;
}

/** The API and a worker with the embedding model, whose models are the endpoints of this protocol, by name. */
export async function openService(stack: Infrastructure, models: Readonly<Record<string, string>>): Promise<ApiClient> {
  const settings: Record<string, string> = {
    ...(await startEmbedder(stack.supervisor, console.error, { ...process.env, EMBEDDER_PORT: '0' })),
  };
  for (const [name, url] of Object.entries(models)) {
    const prefix = `MODEL_${name.toUpperCase()}_`;
    settings[`${prefix}URL`] = url;
    settings[`${prefix}ID`] = name;
    settings[`${prefix}CALLS_AT_ONCE`] = String(CALLS_AT_ONCE);
  }
  const [first = ''] = Object.keys(models);
  for (const role of ['EXTRACT', 'ANSWER', 'GENERATE', 'JUDGE']) settings[`${role}_MODEL`] = first;
  const { url } = await startApi(stack, NAMESPACE, settings);
  await startWorker(stack, NAMESPACE, 1, { settings });
  return ApiClient.connect(url);
}

/** Rejects when the job does not succeed. */
export async function synthesize(client: ApiClient, order: object): Promise<Synthesized> {
  const began = performance.now();
  const { job_id } = await client.post<{ job_id: string }>('/v1/synthesis/jobs', order);
  await client.waitFor(job_id);
  const seconds = (performance.now() - began) / 1000;
  const result = await client.get<SynthesisResult>(`/v1/synthesis/jobs/${job_id}/result`);
  const { url = '' } = result.outputs.find(({ name }) => name === 'items.jsonl') ?? {};
  const text = url === '' ? '' : await (await fetch(url)).text();
  const lines = text.split('\n').filter((line) => line !== '');
  const items = lines.map((line): MadeItem => JSON.parse(line));
  return { result, items, seconds, sha256: createHash('sha256').update(text).digest('hex') };
}
