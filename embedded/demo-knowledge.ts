/**
 * The knowledge walk of the quickstart: the documents that were parsed become a dataset, which answers a question with
 * its sources.
 */
import { RefusedRequest, follow, send } from './demo-client.ts';
import type { AcceptedJob, DemoClient } from './demo-client.ts';

const DATASET_KEY = 'quickstart';
const QUESTION = 'Who greases the pit wheel?';

interface Found {
  readonly answer: { readonly text: string } | null;
  readonly results: readonly {
    readonly rank: number;
    readonly provenance: { readonly title: string | null; readonly page_from: number | null } | null;
  }[];
}

/**
 * Adds the documents of these parse jobs to a dataset, cognifies it and asks a question. Returns whether both jobs
 * succeeded.
 */
export async function runKnowledgeDemo(client: DemoClient, documentIds: readonly string[]): Promise<boolean> {
  const { say } = client;
  if (!(await createDataset(client))) {
    say('No embedding model is configured (docs/models.md): the knowledge walk is left out.');
    return true;
  }
  const inputs = documentIds.map((document_id) => ({ input_type: 'document_id', document_id }));
  for (const [name, body] of [
    ['add', { dataset_key: DATASET_KEY, inputs }],
    ['cognify', { dataset_key: DATASET_KEY }],
  ] as const) {
    const job = await send<AcceptedJob>(client, 'POST', `/v1/knowledge/${name}/jobs`, body);
    if ((await follow(client, job, `${name} to dataset "${DATASET_KEY}"`)) !== 'succeeded') return false;
  }
  const { answer, results } = await send<Found>(client, 'POST', '/v1/knowledge/search', {
    query_text: QUESTION,
    dataset_keys: [DATASET_KEY],
  });
  say(`\n── ${QUESTION}`);
  say(`   ${answer?.text.replaceAll('\n', ' ') ?? 'Nothing was found.'}`);
  for (const { rank, provenance } of results.filter(({ rank }) => answer?.text.includes(`[${rank}]`))) {
    const page = provenance?.page_from ? `, page ${provenance.page_from}` : '';
    say(`   [${rank}] ${provenance?.title ?? 'Without a title'}${page}`);
  }
  return true;
}

/** Whether there is a dataset: one of an earlier quickstart is used again; without an embedding model there is none. */
async function createDataset(client: DemoClient): Promise<boolean> {
  const dataset = { dataset_key: DATASET_KEY, display_name: 'Documents of the quickstart' };
  try {
    await send(client, 'POST', '/v1/knowledge/datasets', dataset);
    return true;
  } catch (error) {
    const code = error instanceof RefusedRequest ? error.code : null;
    if (code === 'dataset_exists') return true;
    if (code === 'model_not_configured') return false;
    throw error;
  }
}
