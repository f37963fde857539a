/**
 * The full circle over the API alone: files are uploaded, parsed and added to a dataset of knowledge; questions are
 * synthesized from it; an evaluation has the service's own search answer them, and judges the answers. No language
 * model is needed; one can write the questions.
 */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { follow, send } from '../../embedded/demo-client.ts';
import type { AcceptedJob, DemoClient } from '../../embedded/demo-client.ts';

export interface FullCircle {
  /** Questions that were made. */
  readonly questions: number;
  /** Mean score by metric; `null`: it was measured on no question. */
  readonly means: Readonly<Record<string, number | null>>;
  /** The report as a page. */
  readonly report: string;
}

interface Synthesized {
  readonly shortfall: { readonly message: string } | null;
  readonly dataset: { readonly dataset_id: string; readonly rows: number } | null;
}

interface Evaluated {
  readonly metrics: readonly { readonly metric_key: string; readonly mean: number | null }[];
  readonly reports: readonly { readonly name: string; readonly url: string }[];
}

const METRICS = ['quality.correctness', 'rag.faithfulness'];
/** Kinds of questions that have an answer. */
const KINDS = { single_hop: 1, multi_hop: 1, comparison: 1, temporal: 1 };

export interface FullCircleOrder {
  readonly files: readonly string[];
  /** Of the datasets. */
  readonly key: string;
  /** Questions to make. */
  readonly count: number;
  /** Who writes them: `rules`, or a model of the service by its name. */
  readonly generator: string;
}

/** Rejects when the API refuses a request or a job fails. */
export async function runFullCircle(
  client: DemoClient,
  { files, key, count, generator }: FullCircleOrder,
): Promise<FullCircle> {
  const run = async (path: string, name: string, body: object): Promise<AcceptedJob> => {
    const accepted = await send<AcceptedJob | { jobs: readonly AcceptedJob[] }>(client, 'POST', path, body);
    const [job] = 'jobs' in accepted ? accepted.jobs : [accepted];
    const state = job && (await follow(client, job, name));
    if (!job || state !== 'succeeded') throw new Error(`${name}: the job is ${state}.`);
    return job;
  };

  const document_ids: string[] = [];
  for (const file of files) {
    const form = new FormData();
    form.set('file', await openAsBlob(file), basename(file));
    const { locator } = await send<{ locator: string }>(client, 'POST', '/v1/storage/files', form);
    const job = await run('/v1/parse/jobs', `parse ${basename(file)}`, { sources: [locator] });
    const { document } = await send<{ document: { document_id: string } }>(client, 'GET', job.links.result);
    document_ids.push(document.document_id);
  }

  await send(client, 'POST', '/v1/knowledge/datasets', { dataset_key: key, display_name: 'Full circle' });
  const inputs = document_ids.map((document_id) => ({ input_type: 'document_id', document_id }));
  await run('/v1/knowledge/add/jobs', 'add', { dataset_key: key, inputs });
  await run('/v1/knowledge/cognify/jobs', 'cognify', { dataset_key: key, extractor: 'rules' });

  const synthesis = await run('/v1/synthesis/jobs', 'synthesize', {
    count,
    generator,
    options: { kinds: KINDS },
    input: { type: 'knowledge', dataset_key: key },
    dataset: { dataset_key: key },
  });
  const { dataset, shortfall } = await send<Synthesized>(client, 'GET', synthesis.links.result);
  if (shortfall !== null) client.say(shortfall.message);
  if (dataset === null) throw new Error('There are no questions.');

  const evaluation = await run('/v1/eval/jobs', 'evaluate', {
    name: 'Full circle',
    eval_type: 'rag',
    metrics: METRICS.map((metric_key) => ({ metric_key })),
    input: { type: 'dataset', dataset_id: dataset.dataset_id },
    // No model judges what it may have asked or answered itself.
    target: { type: 'knowledge', dataset_key: key },
    judges: ['built_in'],
  });
  const { metrics, reports } = await send<Evaluated>(client, 'GET', evaluation.links.result);
  const page = reports.find(({ name }) => name.endsWith('.html'));
  if (!page) throw new Error('The evaluation has no report as a page.');
  return {
    questions: dataset.rows,
    means: Object.fromEntries(metrics.map(({ metric_key, mean }) => [metric_key, mean])),
    report: await (await fetch(page.url)).text(),
  };
}
