/** Entry of the API process: the one place where its parts are made. */
import type { Server } from 'node:http';
import { readOptions } from '../platform/command-line.ts';
import { ConfigError, readSettings } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/client.ts';
import { fairReads } from '../platform/database/fair-reads.ts';
import { createAddressPolicy } from '../platform/network-guard/addresses.ts';
import { findEnvironment } from '../platform/config/env-file.ts';
import { LogOutput } from '../platform/logging/output.ts';
import { openObjectStore } from '../platform/objects/index.ts';
import { KEY_PREFIXES } from '../domain/keys.ts';
import { Scales } from '../domain/knowledge/search/scales.ts';
import { openModels } from '../domain/models/index.ts';
import { createProbes } from '../domain/probes.ts';
import { readService } from '../domain/settings.ts';
import { openSecrets } from '../platform/secrets.ts';
import { stopSignal } from '../platform/stop-signal.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { startTracing } from '../platform/tracing/sdk.ts';
import { openTemporal } from '../platform/temporal/client.ts';
import { rememberPollers } from '../platform/temporal/workers.ts';
import { onceAvailable } from '../platform/faults/unavailable.ts';
import { applyTemporalConfig } from '../temporal-config/apply.ts';
import { createApp } from './app.ts';
import { createInstallation } from './installation/installation.ts';
import { Metrics } from './metrics.ts';
import { createHttpServer } from './http-server.ts';
import { createVerifier } from './identity/verifier.ts';
import { EventFeeds } from './jobs/events/event-feeds.ts';
import { countOpenJobs } from './jobs/visibility.ts';
import { ArrivingBodies } from './limits/arriving-bodies.ts';
import { OpenJobs } from './limits/open-jobs.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { servedRoutes } from './routes.ts';

/** How long requests in progress may take on shutdown. */
const DRAIN_MS = 10_000;

async function main(): Promise<void> {
  readOptions('npm run api', {});
  const { env, message } = findEnvironment();
  const { config, promptProfiles } = readSettings(env, readService);
  const metrics = new Metrics();
  const logger = createLogger(config.log.level, 'api', new LogOutput(() => metrics.logLinesDropped.inc()));
  logger.info(message);
  const tracing = await startTracing('tidemill-api', config.telemetry.recordsSpans, logger);
  const temporal = openTemporal(config.temporal);
  await onceAvailable(logger, () => applyTemporalConfig(temporal.connection, config.temporal.namespace));
  const database = openDatabase(config.database.url);
  const objects = openObjectStore(config.objects, KEY_PREFIXES);
  await onceAvailable(logger, () => objects.ensureBucket());

  const verifyToken = await createVerifier(config.auth, logger);
  const hasPoller = rememberPollers(temporal);
  const secrets = openSecrets(config.secrets);
  const models = openModels(config.models, {
    ...{ database, secrets, network: config.network },
    onCall: metrics.modelCall,
    onUsage: metrics.modelUsage,
  });
  const rateLimits = createRateLimits(config.limits);
  const openJobs = new OpenJobs(config.limits.maxOpenJobs, (tenantId) => countOpenJobs(temporal, tenantId));
  const arrivingBodies = new ArrivingBodies(config.http.bodies, metrics.arrivingBytes);
  const stopping = stopSignal();
  const services = {
    fairReads: fairReads(database, stopping),
    ...{ config, logger, temporal, hasPoller, database, objects, secrets, metrics, verifyToken },
    ...{ models, scales: new Scales(models, stopping), promptProfiles },
    addressPolicy: createAddressPolicy(config.network.allow),
    ...{ rateLimits, openJobs, arrivingBodies, eventFeeds: new EventFeeds(temporal, logger), stopping },
    readInstallation: createInstallation({ config, temporal, hasPoller, database, objects }),
    probes: createProbes(hasPoller, secrets),
  };
  const app = createApp(services, servedRoutes(config.auth.mode));
  const server = createHttpServer(config.http, metrics, app.callback());
  await listen(server, config.http);
  logger.info({ address: server.address() }, 'listening');

  const stop = async (): Promise<void> => {
    const drained = new Promise((resolve) => server.close(resolve));
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    // Connections that their clients keep are idle once their last answer is sent.
    const closing = setInterval(() => server.closeIdleConnections(), 50);
    await drained;
    clearInterval(closing);
    objects.close();
    await Promise.all([database.close(), tracing.stop()]);
    // Last: a call that its interceptor repeats after the close throws from a timer, and none comes before the exit.
    await temporal.close();
  };
  stopping.addEventListener('abort', () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the process could not stop cleanly');
        process.exit(1);
      },
    );
  });
}

function listen(server: Server, { port, host }: Config['http']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const fix = 'Fix: end the process that listens there, or set PORT.';
      reject(error.code === 'EADDRINUSE' ? new ConfigError(`Port ${port} of ${host} is taken. ${fix}`) : error);
    });
    server.listen(port, host, resolve);
  });
}

main().catch((error: unknown) => {
  // The log may not be there yet; a wrong setting is one clear line a problem.
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
