/** API and worker with the embedding model of the quickstart. */
import { startEmbedder } from '../../embedded/servers/embedder.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import type { Child } from '../../embedded/supervisor/child.ts';
import { ApiClient } from '../support/client.ts';
import { startApi, startWorker } from '../support/processes.ts';
import type { Settings } from '../support/processes.ts';

export interface KnowledgeService {
  /** The caller closes it. */
  readonly service: ApiClient;
  readonly worker: Child;
  /** Of both processes. */
  readonly settings: Settings;
}

/** The service on a Temporal namespace, with these settings beside those of the embedding model. */
export async function startKnowledge(
  stack: Infrastructure,
  namespace: string,
  more: Settings = {},
): Promise<KnowledgeService> {
  const embedder = await startEmbedder(stack.supervisor, console.error, { ...process.env, EMBEDDER_PORT: '0' });
  const settings = { ...embedder, ...more };
  const { url } = await startApi(stack, namespace, settings);
  const worker = await startWorker(stack, namespace, 1, { settings });
  return { service: await ApiClient.connect(url), worker, settings };
}
