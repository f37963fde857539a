/** The service in a namespace of its own, so that rows do not affect each other. */
import { issueDevToken } from '../../api/identity/dev-tokens.ts';
import { ALL_SCOPES } from '../../domain/identity/scopes.ts';
import type { Child } from '../../embedded/supervisor/child.ts';
import { choosePort } from '../../platform/ports.ts';
import type { Infrastructure } from '../../embedded/stack.ts';
import { ApiClient } from '../support/client.ts';
import { startApi, startWorker } from '../support/processes.ts';
import type { Settings } from '../support/processes.ts';

const CONVERTERS = 2;

export interface Service {
  readonly url: string;
  readonly api: Child;
  readonly worker: Child;
  /** URL of the worker's metrics. */
  readonly metricsUrl: string;
  issueToken(tenantId: string): Promise<string>;
  /** Closed with the service. */
  client(tenantId: string): Promise<ApiClient>;
  stop(): Promise<void>;
}

/** Starts an API and a worker with the default limits and two converters. */
export async function startService(
  stack: Infrastructure,
  namespace: string,
  settings: Settings = {},
): Promise<Service> {
  const metricsPort = await choosePort(0, 'the metrics', 'WORKER_METRICS_PORT');
  const { url, child: api } = await startApi(stack, namespace, settings);
  const worker = await startWorker(stack, namespace, CONVERTERS, {
    name: `worker-${namespace}`,
    settings: { WORKER_METRICS_PORT: String(metricsPort), ...settings },
  });
  const clients: ApiClient[] = [];
  const issueToken = async (tenantId: string): Promise<string> => {
    const grant = { subject: 'bench', tenantId, roles: [], scopes: ALL_SCOPES, lifetimeSeconds: 7200 };
    return (await issueDevToken(stack.env.DEV_AUTH_SECRET, grant)).token;
  };
  return {
    url,
    api,
    worker,
    issueToken,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    client: async (tenantId) => {
      const client = ApiClient.withToken(url, await issueToken(tenantId));
      clients.push(client);
      return client;
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await worker.stop();
      await api.stop();
    },
  };
}
