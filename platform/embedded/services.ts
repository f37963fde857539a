import { fileURLToPath } from 'node:url';
import { WORKER_PROFILES } from '../../temporal-config/workers.ts';
import type { Child, ChildSpec } from './child.ts';
import { choosePort } from './ports.ts';
import type { Infrastructure } from './stack.ts';
import { hasPollers } from './temporal.ts';

export interface ServiceOptions {
  /** Of the API; 0, the default, chooses a free one. */
  readonly port?: number;
  /** Settings of platform/config.ts beside those of the infrastructure. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Services {
  /** Address of the API. */
  readonly url: string;
  readonly api: Child;
  readonly worker: Child;
}

/**
 * The API and one worker of all profiles as further children of the infrastructure's supervisor, which stops them first.
 * Resolves when the API answers and the worker takes tasks; rejects with a SetupError.
 */
export async function startServices(infrastructure: Infrastructure, options: ServiceOptions = {}): Promise<Services> {
  const port = await choosePort(options.port ?? 0, 'the API', 'PORT');
  const { supervisor } = infrastructure;
  // Nobody need know the port of the worker's metrics here, so it should not stand in the way of a start.
  const metricsPort = process.env['WORKER_METRICS_PORT'] ?? '0';
  const env = { WORKER_METRICS_PORT: metricsPort, ...infrastructure.env, ...options.env, PORT: String(port) };
  const url = `http://127.0.0.1:${port}`;
  const [api, worker] = await Promise.all([
    supervisor.start(service('api', 'api/server.ts', env, async () => (await fetch(`${url}/v1/health/live`)).ok)),
    supervisor.start(
      service('worker', 'activities/worker.ts', env, () =>
        hasPollers(infrastructure.env.TEMPORAL_ADDRESS, Object.values(WORKER_PROFILES)),
      ),
    ),
  ]);
  return { url, api, worker };
}

function service(
  name: string,
  script: string,
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
): ChildSpec {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  return { name, command: process.execPath, args: [path], env, isReady };
}
