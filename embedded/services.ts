/** Starts the API and a worker on the embedded infrastructure. */
import { fileURLToPath } from 'node:url';
import type { WorkerProfile } from '../domain/manifests/manifest.ts';
import { WORKER_PROFILES } from '../domain/workers.ts';
import { documentAiDirectory, isDocumentAiSetUp } from '../domain/parse/document-ai.ts';
import type { Child, ChildSpec } from './supervisor/child.ts';
import { writeEnvFile } from '../platform/config/env-file.ts';
import type { Infrastructure } from './stack.ts';
import { hasPollers } from './servers/temporal.ts';

/**
 * Node options of the API. Allocations of a request are short-lived: a young generation of 8 MiB, a quarter of Node's
 * default, keeps the process some 40 MB smaller. Some of them are freed only from the old generation: with a limit of
 * 4 GB V8 collects it so rarely that the process reaches 390 MB under load; with this limit it stays at 220 MB for
 * the same CPU time.
 */
export const API_NODE_OPTIONS: readonly string[] = ['--max-semi-space-size=8', '--max-old-space-size=768'];

export interface Services {
  /** Address of the API. */
  readonly url: string;
  readonly api: Child;
  readonly worker: Child;
}

/**
 * Starts the API and one worker with all profiles that can run here, as further children of the infrastructure's
 * supervisor, which stops them first. `settings` are variables of domain/settings.ts in addition to the
 * infrastructure's. Resolves when the API responds and the worker polls; rejects with a SetupError.
 */
export async function startServices(
  infrastructure: Infrastructure,
  settings: Readonly<Record<string, string>> = {},
): Promise<Services> {
  const { home, supervisor, apiPort } = infrastructure;
  const profiles = profilesOf({ ...process.env, ...settings });
  const env = {
    ...infrastructure.env,
    DISK_DIRECTORIES: home,
    WORKER_PROFILES: profiles.map(([name]) => name).join(','),
    ...settings,
    PORT: String(apiPort),
  };
  writeEnvFile(home, env);
  const url = `http://127.0.0.1:${apiPort}`;
  const [api, worker] = await Promise.all([
    supervisor.start(
      service('api', 'api/server.ts', env, async () => (await fetch(`${url}/v1/health/live`)).ok, API_NODE_OPTIONS),
    ),
    supervisor.start(
      service('worker', 'activities/worker/main.ts', env, () =>
        hasPollers(
          infrastructure.env.TEMPORAL_ADDRESS,
          profiles.map(([, profile]) => profile),
        ),
      ),
    ),
  ]);
  return { url, api, worker };
}

/** All profiles; document AI only where its models or a docling-serve are configured. */
function profilesOf(env: NodeJS.ProcessEnv): [name: string, profile: WorkerProfile][] {
  const hasDocumentAi = Boolean(env['DOCLING_URL']) || isDocumentAiSetUp(documentAiDirectory(env));
  return Object.entries(WORKER_PROFILES).filter(([name]) => name !== 'document-ai' || hasDocumentAi);
}

function service(
  name: string,
  script: string,
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
  nodeOptions: readonly string[] = [],
): ChildSpec {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  return { name, command: process.execPath, args: [...nodeOptions, path], env, isReady };
}
