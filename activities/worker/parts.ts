/** The dependencies of a worker's activities. */
import { KEY_PREFIXES } from '../../domain/keys.ts';
import { Scales } from '../../domain/models/scales.ts';
import { openModels } from '../../domain/models/index.ts';
import type { Models } from '../../domain/models/index.ts';
import { createProbes } from '../../domain/probes.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { FETCHES, FETCHES_IN_RESERVE, KNOWLEDGE_STEPS, KNOWLEDGE_STEPS_IN_RESERVE } from '../../domain/workers.ts';
import type { WorkerProfileName } from '../../domain/workers.ts';
import { openBrowser } from '../../platform/browser/index.ts';
import { openDatabase } from '../../platform/database/client.ts';
import { fairReads } from '../../platform/database/fair-reads.ts';
import type { FairReads } from '../../platform/database/fair-reads.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import { createGuardedFetch } from '../../platform/network-guard/index.ts';
import { createAddressGuard } from '../../platform/network-guard/lookup.ts';
import { createGuardedPost } from '../../platform/network-guard/post.ts';
import { createGuardedRequest } from '../../platform/network-guard/request.ts';
import { openObjectStore } from '../../platform/objects/index.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { createServiceClient } from '../../platform/service-client.ts';
import { rememberPollers } from '../../platform/temporal/workers.ts';
import type { Namespace } from '../../platform/temporal/workers.ts';
import type { WorkerMetrics } from '../metrics.ts';
import { openReading } from '../evaluation/datasets/reading/pool.ts';
import { openMeasuring } from '../evaluation/quality/measuring/pool.ts';
import { openLoadGenerator } from '../evaluation/performance/pool.ts';
import { openTexts } from '../knowledge/processes/pool.ts';
import { openConverters } from '../parse/converters/pool.ts';
import { openMaking } from '../synthesis/making/pool.ts';
import { withLazyParts } from './lazy.ts';
import { waitingRooms } from './options.ts';

export type Parts = ReturnType<typeof createParts>;

/**
 * The parts of a worker with these profiles. Each part is opened when a step first uses it, so a process opens only
 * what its steps need. Only the converter pools are created right away. Throws `ConfigError` when document AI is needed
 * and not set up.
 */
export function createParts(
  { config, promptProfiles }: ServiceSettings,
  names: readonly WorkerProfileName[],
  metrics: WorkerMetrics,
  temporal: Namespace,
) {
  const { network, cloudParser, documentAi } = config;
  const opened = new AsyncDisposableStack();
  const secrets = openSecrets(config.secrets);
  const parts = withLazyParts(
    {
      config,
      promptProfiles,
      metrics,
      secrets,
      rooms: waitingRooms(names),
      converters: opened.adopt(openConverters(config, names, metrics), (converters) => converters.close()),
      probes: createProbes(rememberPollers(temporal), secrets),
      /** Closes what was opened, the latest first. */
      close: (): Promise<void> => opened.disposeAsync(),
    },
    {
      database: () => opened.adopt(openDatabase(config.database.url), (database) => database.close()),
      objects: () => opened.adopt(openObjectStore(config.objects, KEY_PREFIXES), (objects) => objects.close()),
      fetch: () => createGuardedFetch(network),
      fairReads: (): FairReads => {
        const closed = opened.adopt(new AbortController(), (controller) => controller.abort());
        return fairReads(parts.database, closed.signal);
      },
      targetRequest: () => createGuardedRequest(createAddressGuard(network.allow), network.proxy),
      post: () => createGuardedPost(network.allow, network.proxy),
      browser: () =>
        opened.adopt(openBrowser({ ...config.browser, allow: network.allow }), (browser) => browser?.close()),
      fetchTurns: () => new FairTurns(FETCHES, FETCHES_IN_RESERVE),
      texts: () => opened.adopt(openTexts(config, metrics), (texts) => texts.close()),
      load: () => opened.adopt(openLoadGenerator(metrics), (generator) => generator.close()),
      measuring: () => opened.adopt(openMeasuring(config, metrics), (measuring) => measuring.close()),
      reading: () => opened.adopt(openReading(metrics), (reading) => reading.close()),
      making: () => opened.adopt(openMaking(config, metrics), (making) => making.close()),
      knowledgeTurns: () => new FairTurns(KNOWLEDGE_STEPS, KNOWLEDGE_STEPS_IN_RESERVE),
      callCloudParser: () => createServiceClient(cloudParser.url, network.proxy),
      models: (): Models =>
        openModels(config.models, {
          database: parts.database,
          secrets,
          network,
          onCall: metrics.modelCall,
          onUsage: metrics.modelUsage,
        }),
      scales: (): Scales => {
        const closed = opened.adopt(new AbortController(), (controller) => controller.abort());
        return new Scales(parts.models, closed.signal);
      },
      callDocling: () =>
        documentAi.doclingUrl === null ? null : createServiceClient(documentAi.doclingUrl, network.proxy),
    },
  );
  return parts;
}
