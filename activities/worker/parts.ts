/** The dependencies of a worker's activities. */
import { KEY_PREFIXES } from '../../domain/keys.ts';
import { openModels } from '../../domain/models/index.ts';
import { createProbes } from '../../domain/probes.ts';
import { FETCHES, FETCHES_IN_RESERVE } from '../../domain/workers.ts';
import type { WorkerProfileName } from '../../domain/workers.ts';
import { openBrowser } from '../../platform/browser/index.ts';
import type { Config } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database/client.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import { createGuardedFetch } from '../../platform/network-guard/index.ts';
import { createGuardedPost } from '../../platform/network-guard/post.ts';
import { openObjectStore } from '../../platform/objects/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { createServiceClient } from '../../platform/service-client.ts';
import { rememberPollers } from '../../platform/temporal/workers.ts';
import type { Namespace } from '../../platform/temporal/workers.ts';
import type { WorkerMetrics } from '../metrics.ts';
import { openConverters } from '../parse/converters/pool.ts';
import { Lazy } from './lazy.ts';
import { waitingRooms } from './options.ts';

export type Parts = ReturnType<typeof createParts>;

/**
 * The parts of a worker with these profiles. Each part is opened when a step first uses it, so a process opens only what its steps
 * need. Only the converter pools are created right away. Throws `ConfigError` when document AI is needed and not set up.
 */
export function createParts(
  config: Config,
  names: readonly WorkerProfileName[],
  metrics: WorkerMetrics,
  temporal: Namespace,
) {
  const { network, cloudParser, documentAi } = config;
  const secrets = openSecrets(config.secrets);
  const converters = openConverters(config, names, metrics);
  const database = new Lazy(() => openDatabase(config.database.url));
  const objects = new Lazy(() => openObjectStore(config.objects, KEY_PREFIXES));
  const fetch = new Lazy(() => createGuardedFetch(network));
  const post = new Lazy(() => createGuardedPost(network.allow, network.proxy));
  const browser = new Lazy(() => openBrowser({ ...config.browser, allow: network.allow }));
  const fetchTurns = new Lazy(() => new FairTurns(FETCHES, FETCHES_IN_RESERVE));
  const cloud = new Lazy(() => createServiceClient(cloudParser.url, network.proxy));
  const models = new Lazy(() => openModels(config.models, { database: database.value, secrets, network }));
  const docling = new Lazy(() =>
    documentAi.doclingUrl === null ? null : createServiceClient(documentAi.doclingUrl, network.proxy),
  );
  return {
    ...{ config, metrics, secrets, converters, rooms: waitingRooms(names) },
    probes: createProbes(rememberPollers(temporal), secrets),
    get database() {
      return database.value;
    },
    get objects() {
      return objects.value;
    },
    get fetch() {
      return fetch.value;
    },
    get post() {
      return post.value;
    },
    get browser() {
      return browser.value;
    },
    get fetchTurns() {
      return fetchTurns.value;
    },
    get callCloudParser() {
      return cloud.value;
    },
    get models() {
      return models.value;
    },
    get docling() {
      return docling.value;
    },
    /** Closes what was opened. */
    async close(): Promise<void> {
      await Promise.all([converters.close(), browser.opened?.close()]);
      objects.opened?.close();
      await database.opened?.close();
    },
  };
}
