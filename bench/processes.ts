/** The service's processes over the embedded infrastructure, each by itself, so that a bench can do without a worker. */
import { fileURLToPath } from 'node:url';
import { readConfig } from '../platform/config.ts';
import type { Child } from '../platform/embedded/child.ts';
import { choosePort } from '../platform/embedded/ports.ts';
import { API_NODE_OPTIONS } from '../platform/embedded/services.ts';
import type { Infrastructure } from '../platform/embedded/stack.ts';
import { connectTemporal } from '../platform/temporal/client.ts';
import { hasPoller } from '../platform/temporal/workers.ts';
import { WORKER_PROFILES } from '../temporal-config/workers.ts';

/** One tenant asks as fast as it can. */
const UNLIMITED = { RATE_LIMIT_PER_SECOND: '1000000', MAX_OPEN_JOBS_PER_TENANT: '1000000' };

/** Starts an API process over a Temporal namespace. */
export async function startApi(
  { supervisor, env }: Infrastructure,
  namespace: string,
): Promise<{ readonly url: string; readonly child: Child }> {
  const port = await choosePort(0, 'the API', 'PORT');
  const url = `http://127.0.0.1:${port}`;
  const child = await supervisor.start({
    ...processOf(`api-${namespace}`, 'api/server.ts', API_NODE_OPTIONS),
    env: { ...env, ...UNLIMITED, TEMPORAL_NAMESPACE: namespace, PORT: String(port), LOG_LEVEL: 'warn' },
    isReady: async () => (await fetch(`${url}/v1/health/live`)).ok,
  });
  return { url, child };
}

/** Starts a worker process with so many converters. */
export async function startWorker({ supervisor, env }: Infrastructure, namespace: string, converters: number) {
  const temporal = await connectTemporal({ ...readConfig(env).temporal, namespace });
  try {
    return await supervisor.start({
      ...processOf('worker', 'activities/worker.ts'),
      env: { ...env, TEMPORAL_NAMESPACE: namespace, CONVERTERS: String(converters), LOG_LEVEL: 'warn' },
      isReady: async () => {
        const { default: workflows, parse, storage } = WORKER_PROFILES;
        return (
          (await hasPoller(temporal, workflows.taskQueue, 'workflow')) &&
          (await hasPoller(temporal, parse.taskQueue, 'activity')) &&
          hasPoller(temporal, storage.taskQueue, 'activity')
        );
      },
    });
  } finally {
    await temporal.close();
  }
}

function processOf(name: string, script: string, nodeOptions: readonly string[] = []) {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  return { name, command: process.execPath, args: [...nodeOptions, path] };
}
