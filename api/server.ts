/**
 * Entry of the API process: what decides which requests are served is made here, what they work with by
 * open-services.ts.
 */
import type { Server } from 'node:http';
import { readOptions } from '../platform/command-line.ts';
import { ConfigError, readSettings } from '../platform/config.ts';
import type { Config } from '../domain/settings.ts';
import { findEnvironment } from '../platform/config/env-file.ts';
import { LogOutput } from '../platform/logging/output.ts';
import { readService } from '../domain/settings.ts';
import { stopSignal } from '../platform/stop-signal.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { startTracing } from '../platform/tracing/sdk.ts';
import { onceAvailable } from '../platform/faults/unavailable.ts';
import { applyTemporalConfig } from '../temporal-config/apply.ts';
import { createApp } from './app.ts';
import { CostlyRequests } from './costly/index.ts';
import type { Figure } from './figures.ts';
import { Metrics } from './metrics.ts';
import { createHttpServer } from './http-server.ts';
import { createVerifier } from './identity/verifier.ts';
import { ArrivingBodies } from './limits/arriving-bodies.ts';
import { HeapWatch } from './limits/heap-watch.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { openServices } from './open-services.ts';
import { servedRoutes } from './routes.ts';

/** How long requests in progress may take on shutdown: longer than a call of Temporal (platform/temporal/client.ts). */
const DRAIN_MS = 10_000;

async function main(): Promise<void> {
  readOptions('npm run api', {});
  const { env, message } = findEnvironment();
  const settings = readSettings(env, readService);
  const { config } = settings;
  const metrics = new Metrics();
  const logger = createLogger(config.log.level, 'api', new LogOutput(() => metrics.logLinesDropped.inc()));
  logger.info(message);
  const tracing = await startTracing('tidemill-api', config.telemetry.recordsSpans, logger);
  const stopping = stopSignal();
  // Until it listens, nothing is in progress.
  let stop = async (): Promise<void> => undefined;
  stopping.addEventListener('abort', () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the process could not stop cleanly');
        process.exit(1);
      },
    );
  });
  const record = (figure: Figure): void => metrics.record(figure);
  const { services, close } = openServices(settings, { logger, stopping, metrics, record });
  const costly = new CostlyRequests({ logger, metrics: metrics.costly, onFigure: record });
  metrics.costlyLoad = () => costly.load;
  const { temporal, objects } = services;
  await onceAvailable(logger, () => applyTemporalConfig(temporal.connection, config.temporal.namespace));
  await onceAvailable(logger, () => objects.ensureBucket());

  const gates = {
    verifyToken: await createVerifier(config.auth, logger),
    rateLimits: createRateLimits(config.limits),
    arrivingBodies: new ArrivingBodies(config.http.bodies, metrics.arrivingBytes),
    heap: new HeapWatch(),
    costly,
    metrics,
  };
  const app = createApp(services, gates, servedRoutes(config.auth.mode));
  const server = createHttpServer(config.http, metrics, app.callback());
  await listen(server, config.http);
  logger.info({ address: server.address() }, 'listening');
  costly.start();

  stop = async () => {
    costly.stop();
    const drained = new Promise((resolve) => server.close(resolve));
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    // Connections that their clients keep are idle once their last answer is sent.
    const closing = setInterval(() => server.closeIdleConnections(), 50);
    await drained;
    clearInterval(closing);
    await costly.close();
    await tracing.stop();
    await close();
  };
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
