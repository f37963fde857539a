/** One address at which a scraper finds all figures of a worker process: its own, and those of Temporal's SDK. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TelemetryOptions } from '@temporalio/worker';
import { ConfigError } from '../../platform/config.ts';
import type { TelemetryConfig } from '../../platform/config/telemetry.ts';
import { Ports } from '../../platform/ports.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { WorkerMetrics } from '../metrics.ts';

/** The SDK answers at once or not at all. */
const SDK_TIMEOUT_MS = 3000;

export interface MetricsServer {
  /** For the SDK's run time: has it collect its metrics. */
  readonly telemetryOptions: Pick<TelemetryOptions, 'metrics'>;
  readonly close: () => void;
}

/**
 * Serves the metrics at the address of the settings; without one nothing listens, and the SDK collects none. The SDK can show
 * its own only at a port of its own, which is a free one of loopback here and is read from there.
 */
export async function serveMetrics(
  { workerMetrics }: TelemetryConfig,
  { registry }: WorkerMetrics,
  logger: Logger,
): Promise<MetricsServer> {
  if (workerMetrics === null) return { telemetryOptions: {}, close: () => undefined };
  const ports = new Ports();
  const inside = `127.0.0.1:${await ports.chooseFree()}`;
  await ports.release();

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    void Promise.all([registry.metrics(), readSdk(inside, logger)]).then(
      (parts) => response.setHeader('Content-Type', registry.contentType).end(parts.join('\n')),
      (error: unknown) => {
        logger.error({ err: error }, 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  const { host, port } = workerMetrics;
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new ConfigError(
      `WORKER_METRICS_PORT ${port} cannot be listened at (${String(error)}). Fix: give each worker process of a machine its own.`,
    );
  });
  logger.info({ address: server.address() }, 'metrics');
  return {
    telemetryOptions: {
      metrics: {
        prometheus: { bindAddress: inside, unitSuffix: true, useSecondsForDurations: true },
      },
    },
    close: () => server.close().closeAllConnections(),
  };
}

/** Nothing when the SDK does not answer: our own figures still come. */
async function readSdk(address: string, logger: Logger): Promise<string> {
  try {
    const answer = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(SDK_TIMEOUT_MS) });
    return await answer.text();
  } catch (error) {
    logger.warn({ err: error }, 'the SDK does not tell its metrics');
    return '';
  }
}
