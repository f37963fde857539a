/** Opens what handlers work with, in each process that serves operations. */
import { openDatabase } from '../platform/database/client.ts';
import { fairReads } from '../platform/database/fair-reads.ts';
import { createAddressPolicy } from '../platform/network-guard/addresses.ts';
import { openObjectStore } from '../platform/objects/index.ts';
import { KEY_PREFIXES } from '../domain/keys.ts';
import { CandidateLists } from '../domain/knowledge/graph/index.ts';
import { Scales } from '../domain/models/scales.ts';
import { openModels } from '../domain/models/index.ts';
import { createProbes } from '../domain/probes.ts';
import type { ServiceSettings } from '../domain/settings.ts';
import { openSecrets } from '../platform/secrets.ts';
import { openTemporal } from '../platform/temporal/client.ts';
import { rememberPollers } from '../platform/temporal/workers.ts';
import { createInstallation } from './installation/installation.ts';
import { EventFeeds } from './jobs/events/event-feeds.ts';
import { countOpenJobs } from './jobs/visibility.ts';
import { OpenJobs } from './limits/open-jobs.ts';
import type { Services } from './services.ts';

/**
 * Of one statement. The slowest of an honest request, the graph of a dataset of a million facts, takes some seconds.
 */
const STATEMENT_LIMIT_MS = 30_000;

export interface OpenedServices {
  readonly services: Services;
  /** To be called when nothing uses them any more. */
  readonly close: () => Promise<void>;
}

/** Connects on first use. */
export function openServices(
  { config, promptProfiles }: ServiceSettings,
  { logger, stopping, metrics, record }: Pick<Services, 'logger' | 'stopping' | 'metrics' | 'record'>,
): OpenedServices {
  const temporal = openTemporal(config.temporal);
  const database = openDatabase(config.database.url, { statementLimitMs: STATEMENT_LIMIT_MS });
  const objects = openObjectStore(config.objects, KEY_PREFIXES);
  const hasPoller = rememberPollers(temporal);
  const secrets = openSecrets(config.secrets);
  const models = openModels(config.models, {
    database,
    secrets,
    network: config.network,
    onCall: (model, outcome, seconds) => record({ name: 'model_call', model, outcome, seconds }),
    onUsage: (measure) => record({ name: 'model_usage', ...measure }),
  });
  const services = {
    config,
    logger,
    temporal,
    hasPoller,
    database,
    objects,
    secrets,
    metrics,
    record,
    stopping,
    fairReads: fairReads(database, stopping),
    models,
    scales: new Scales(models, stopping),
    promptProfiles,
    candidateLists: new CandidateLists(),
    addressPolicy: createAddressPolicy(config.network.allow),
    openJobs: new OpenJobs(config.limits.maxOpenJobs, (tenantId) => countOpenJobs(temporal, tenantId)),
    eventFeeds: new EventFeeds(temporal, logger),
    readInstallation: createInstallation({ config, temporal, hasPoller, database, objects }),
    probes: createProbes(hasPoller, secrets),
  };
  const close = async (): Promise<void> => {
    objects.close();
    await database.close();
    // Last: a call that its interceptor repeats after the close throws from a timer, and none comes before the exit.
    await temporal.close();
  };
  return { services, close };
}
