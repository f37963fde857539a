/** Adds the passages of a case file to a dataset of its own and cognifies it. */
import type { KnowledgeDataset } from '../../api/knowledge/datasets/schemas.ts';
import type { KnowledgeJobResult } from '../../api/knowledge/jobs/schemas/result.ts';
import type { JobStatusDetail } from '../../api/jobs/schemas.ts';
import type { ApiClient } from '../support/client.ts';
import type { Cases, Passage } from './cases.ts';

export interface Ingested {
  readonly datasetId: string;
  readonly datasetKey: string;
  /** The document of each passage, in their order. Passages that are equal have the same one. */
  readonly documentIds: readonly string[];
  readonly chunks: number;
  /** Tokens that were embedded. */
  readonly tokens: number;
  readonly addSeconds: number;
  readonly cognifySeconds: number;
}

/** What a request may hold: MAX_BODY_BYTES with room for what is around the texts. */
const MOST_INPUTS = 500;
const MOST_BYTES = 900_000;

/**
 * The passages are spread over these, so that a search can leave out a few passages. A filter has up to 1,000 values.
 */
export const NODE_SETS: readonly string[] = Array.from({ length: 1000 }, (_, index) => `part-${index}`);

/** The node set of the passage at an index. */
export const nodeSetOf = (index: number): string => NODE_SETS[index % NODE_SETS.length] ?? '';

interface Input {
  readonly input_type: 'text';
  readonly text: string;
  readonly label?: string;
  readonly node_set?: readonly string[];
}

/** A title becomes the label of its passage, and by that the title of the document, unless `hasTitles` is false. */
export async function ingest(
  service: ApiClient,
  { name, passages }: Pick<Cases, 'name' | 'passages'>,
  { hasTitles }: { readonly hasTitles: boolean },
): Promise<Ingested> {
  const dataset_key = name.replaceAll(/[^A-Za-z0-9._-]/g, '-');
  await service.post<KnowledgeDataset>('/v1/knowledge/datasets', { dataset_key, display_name: name });

  const began = performance.now();
  const documentIds: string[] = [];
  const all = hasTitles ? labelled(passages) : passages.map(({ text }) => textInput(text));
  const placed = all.map((input, index) => ({ ...input, node_set: [nodeSetOf(index)] }));
  for (const inputs of requestsOf(placed)) {
    const added = await runKnowledge(service, 'add', { dataset_key, inputs });
    for (const { document_id, error } of added.inputs) {
      if (document_id === null) throw new Error(`${name}: an input failed: ${JSON.stringify(error)}`);
      documentIds.push(document_id);
    }
  }
  const cognifying = performance.now();
  const { job_id } = await runKnowledge(service, 'cognify', { dataset_key, extractor: 'rules' });
  const ended = performance.now();

  const { usage } = await service.get<JobStatusDetail>(`/v1/jobs/${job_id}`);
  const { dataset_id } = await service.get<KnowledgeJobResult>(`/v1/knowledge/jobs/${job_id}/result`);
  const { counters } = await service.get<KnowledgeDataset>(`/v1/knowledge/datasets/${dataset_id}`);
  return {
    datasetId: dataset_id,
    datasetKey: dataset_key,
    documentIds,
    chunks: counters.chunks,
    tokens: usage.find(({ unit }) => unit === 'input_tokens')?.amount ?? Number.NaN,
    addSeconds: (cognifying - began) / 1000,
    cognifySeconds: (ended - cognifying) / 1000,
  };
}

/** Runs a job, and returns its result. */
export async function runKnowledge(
  service: ApiClient,
  kind: 'add' | 'cognify' | 'memify',
  body: object,
): Promise<KnowledgeJobResult> {
  const { job_id } = await service.post<{ job_id: string }>(`/v1/knowledge/${kind}/jobs`, body);
  await service.waitFor(job_id);
  return service.get(`/v1/knowledge/jobs/${job_id}/result`);
}

/** A text replaces the one with the same label, so titles that occur several times are numbered. */
function labelled(passages: readonly Passage[]): Input[] {
  const used = new Set<string>();
  return passages.map(({ title, text }) => {
    let label = title;
    for (let number = 2; used.has(label); number++) label = `${title} (${number})`;
    used.add(label);
    return { ...textInput(text), label };
  });
}

function textInput(text: string): Input {
  return { input_type: 'text', text };
}

function* requestsOf(inputs: readonly Input[]): Generator<readonly Input[]> {
  let request: Input[] = [];
  let bytes = 0;
  for (const input of inputs) {
    const more = Buffer.byteLength(JSON.stringify(input)) + 1;
    if (request.length === MOST_INPUTS || (request.length > 0 && bytes + more > MOST_BYTES)) {
      yield request;
      [request, bytes] = [[], 0];
    }
    request.push(input);
    bytes += more;
  }
  if (request.length > 0) yield request;
}
