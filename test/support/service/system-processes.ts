/** The service as processes over the tests’ infrastructure, in a Temporal namespace of its own. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from '@temporalio/client';
import { freePort } from '../free-port.ts';
import { isPolledBy } from '../../../platform/temporal/workers.ts';
import type { PolledQueue } from '../../../platform/temporal/workers.ts';
import { REQUIRED_PROFILES, WORKER_PROFILES } from '../../../domain/workers.ts';
import { Client } from './client.ts';
import type { Caller } from './client.ts';
import { infrastructure } from './infrastructure.ts';
import { ServiceProcess } from './service-process.ts';
import { SLOWNESS } from '../patience.ts';

/** Settings of domain/settings.ts. */
export type Settings = Readonly<Record<string, string>>;

export interface Api {
  readonly process: ServiceProcess;
  readonly url: string;
  client(caller?: Caller): Promise<Client>;
}

export interface System {
  readonly namespace: string;
  /** Of Temporal's server. */
  readonly address: string;
  /** What its processes are given. */
  readonly env: Settings;
  /** Starts an API process; there may be several, each with settings of its own. */
  startApi(settings?: Settings): Promise<Api>;
  /** Starts a worker process and waits until Temporal sees it poll. */
  startWorker(settings?: Settings): Promise<ServiceProcess>;
  /** Starts a script with these arguments that polls these queues, and waits until Temporal sees it poll. */
  startOwnWorker(script: string, args: readonly string[], queues: readonly PolledQueue[]): Promise<ServiceProcess>;
}

/** A worker that dies is missed after a moment, and nothing of the machine but loopback is reached. */
const DEFAULTS: Settings = {
  // One that lives beats in time on a busy machine too.
  HEARTBEAT_TIMEOUT_MS: String(1500 * SLOWNESS),
  NETWORK_ALLOW: '127.0.0.1',
  CONVERTERS: '1',
  WORKER_SHUTDOWN_GRACE_MS: '1000',
  LOG_LEVEL: 'warn',
};

/**
 * A system whose logs, and whose namespace unless the settings name one, begin with this name. Each process that it
 * starts is added to `children`.
 */
export function systemOf(name: string, settings: Settings, children: ServiceProcess[]): System {
  const { env: infrastructureEnv, logs } = infrastructure();
  const unique = `${name}-${randomBytes(4).toString('hex')}`;
  const directory = join(logs, unique);
  mkdirSync(directory, { recursive: true });
  const env: Settings = { ...infrastructureEnv, TEMPORAL_NAMESPACE: unique, ...DEFAULTS, ...settings };
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = '' } = env;

  const start = async (
    [script, ...args]: readonly [string, ...string[]],
    extra: Settings,
    isReady: (pid: number) => Promise<boolean>,
  ): Promise<ServiceProcess> => {
    const name = `${basename(script, '.ts')}-${children.length + 1}`;
    const path = fileURLToPath(new URL(`../../../${script}`, import.meta.url));
    const spec = {
      name,
      command: process.execPath,
      args: [path, ...args],
      env: { ...env, ...extra },
      log: join(directory, `${name}.log`),
    };
    const started = await ServiceProcess.start(spec, isReady);
    children.push(started);
    return started;
  };

  const startPolling = async (
    command: readonly [string, ...string[]],
    extra: Settings,
    queues: readonly PolledQueue[],
  ): Promise<ServiceProcess> => {
    const connection = await Connection.connect({ address });
    try {
      return await start(command, extra, (pid) => isPolledBy({ connection, namespace }, pid, queues));
    } finally {
      await connection.close();
    }
  };

  return {
    namespace,
    address,
    env,
    startApi: async (extra = {}) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const process = await start(['api/server.ts'], { ...extra, PORT: String(port) }, async () => {
        return (await fetch(`${url}/v1/health/live`)).ok;
      });
      return { process, url, client: (caller) => Client.of(url, caller) };
    },
    startWorker: (extra = {}) => {
      const { WORKER_PROFILES: profiles = REQUIRED_PROFILES.map(({ name }) => name).join(',') } = extra;
      const queues = Object.entries(WORKER_PROFILES).flatMap(([name, profile]) =>
        profiles.split(',').includes(name) ? [profile] : [],
      );
      return startPolling(['activities/worker/main.ts'], { ...extra, WORKER_PROFILES: profiles }, queues);
    },
    startOwnWorker: (script, args, queues) => startPolling([script, ...args], {}, queues),
  };
}
