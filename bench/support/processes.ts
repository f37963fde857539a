/** Starts API and worker separately on the embedded infrastructure, so that a bench can run without a worker. */
import { fileURLToPath } from 'node:url';
import type { Child } from '../../embedded/supervisor/child.ts';
import { choosePort } from '../../platform/ports.ts';
import { API_NODE_OPTIONS } from '../../embedded/services.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import { askTemporal } from '../../platform/temporal/ask.ts';
import { isPolledBy } from '../../platform/temporal/workers.ts';
import { REQUIRED_PROFILES } from '../../domain/workers.ts';

/** No limits, since one tenant sends all requests. */
const UNLIMITED = { RATE_LIMIT_PER_SECOND: '1000000', MAX_OPEN_JOBS_PER_TENANT: '1000000' };

/** A running process responds much faster. */
const ANSWER_WITHIN_MS = 5000;

/** Variables of domain/settings.ts. */
export type Settings = Readonly<Record<string, string>>;

/** Starts an API process on a Temporal namespace. */
export async function startApi(
  { supervisor, env }: Infrastructure,
  namespace: string,
  settings: Settings = {},
): Promise<{ readonly url: string; readonly child: Child }> {
  const port = await choosePort(0, 'the API', 'PORT');
  const url = `http://127.0.0.1:${port}`;
  const child = await supervisor.start({
    ...processOf(`api-${namespace}`, 'api/server.ts', API_NODE_OPTIONS),
    env: { ...env, ...UNLIMITED, TEMPORAL_NAMESPACE: namespace, PORT: String(port), LOG_LEVEL: 'warn', ...settings },
    isReady: async () => (await fetch(`${url}/v1/health/live`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).ok,
  });
  return { url, child };
}

/** Starts a worker process with all profiles that need no setup and the given number of converters. */
export function startWorker(
  { supervisor, env }: Infrastructure,
  namespace: string,
  converters: number,
  { name = 'worker', settings = {} }: { readonly name?: string; readonly settings?: Settings } = {},
): Promise<Child> {
  return supervisor.start({
    ...processOf(name, 'activities/worker/main.ts'),
    env: { ...env, TEMPORAL_NAMESPACE: namespace, CONVERTERS: String(converters), LOG_LEVEL: 'warn', ...settings },
    isReady: () => {
      // The list may contain an earlier worker of the same name.
      const pid = supervisor.children.findLast((child) => child.name === name)?.pid ?? 0;
      return askTemporal(env.TEMPORAL_ADDRESS, (connection) =>
        isPolledBy({ connection, namespace }, pid, REQUIRED_PROFILES),
      );
    },
  });
}

function processOf(name: string, script: string, nodeOptions: readonly string[] = []) {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  return { name, command: process.execPath, args: [...nodeOptions, path] };
}
