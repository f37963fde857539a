/** The embedded Temporal: its development server on SQLite. */
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { applyTemporalConfig } from '../../temporal-config/apply.ts';
import dynamicConfig from '../../temporal-config/dynamicconfig.json' with { type: 'json' };
import { SEARCH_ATTRIBUTE_TYPES } from '../../temporal-config/namespace.ts';
import { askTemporal } from '../../platform/temporal/ask.ts';
import { hasPoller } from '../../platform/temporal/workers.ts';
import type { PolledQueue } from '../../platform/temporal/workers.ts';
import type { ChildSpec } from '../supervisor/child.ts';

export const NAMESPACE = 'default';

/**
 * SQLite executes one statement at a time. With the default of hundreds of concurrent tasks, the tasks of a backlog
 * starve each other and time out after three seconds, and starts wait for visibility writes.
 */
const SQLITE_SETTINGS = {
  'history.transferProcessorSchedulerWorkerCount': [{ value: 4 }],
  'history.timerProcessorSchedulerWorkerCount': [{ value: 4 }],
  'history.visibilityProcessorSchedulerWorkerCount': [{ value: 2 }],
};

/** SQLite's default of 2 MB holds the pages of few jobs. With this size, starts at a high rate take half the time. */
const SQLITE_CACHE_KIB = 64 * 1024;

/** Values of Temporal's dynamic configuration, by key. */
export type TemporalSettings = Readonly<Record<string, readonly { readonly value: unknown }[]>>;

/**
 * Temporal's development server with its Web UI: one process, one SQLite file. `more` are settings beside those of the
 * stack.
 */
export function temporalServer(
  executable: string,
  directory: string,
  port: number,
  uiPort: number,
  more: TemporalSettings = {},
): ChildSpec {
  const settings = Object.entries<TemporalSettings[string]>({
    ...dynamicConfig,
    ...SQLITE_SETTINGS,
    ...more,
  }).flatMap(([key, values]) => values.map(({ value }) => `${key}=${JSON.stringify(value)}`));
  const searchAttributes = Object.entries(SEARCH_ATTRIBUTE_TYPES).map(([name, type]) => `${name}=${type}`);
  // 1.5 times the jobs per second of SQLite's defaults; a crash of the machine may lose the last transactions.
  const pragmas = ['journal_mode=wal', 'synchronous=normal', `cache_size=-${SQLITE_CACHE_KIB}`];
  const flags = {
    ip: ['127.0.0.1'],
    port: [port],
    'ui-port': [uiPort],
    'db-filename': [join(directory, 'temporal.db')],
    'sqlite-pragma': pragmas,
    'dynamic-config-value': settings,
    'search-attribute': searchAttributes,
    'ui-disable-news-fetch': [true],
    'log-level': ['warn'],
  };
  return {
    name: 'temporal',
    command: executable,
    args: [
      'server',
      'start-dev',
      ...Object.entries(flags).flatMap(([name, values]) => values.map((value) => `--${name}=${value}`)),
    ],
    isReady: () => askTemporal(`127.0.0.1:${port}`, async () => true),
  };
}

/** Configures the namespace for the service. */
export async function configureTemporal(address: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await applyTemporalConfig(connection, NAMESPACE);
  } finally {
    await connection.close();
  }
}

/** Whether workers poll all of the queues. */
export async function hasPollers(address: string, queues: readonly PolledQueue[]): Promise<boolean> {
  return askTemporal(address, async (connection) => {
    const temporal = { connection, namespace: NAMESPACE };
    const answers = await Promise.all(queues.map((queue) => hasPoller(temporal, queue)));
    return answers.every(Boolean);
  });
}
