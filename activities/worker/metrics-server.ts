/** One endpoint for all metrics of a worker process: its own, and those of Temporal's SDK. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TelemetryOptions } from '@temporalio/worker';
import { ConfigError } from '../../platform/config.ts';
import type { TelemetryConfig } from '../../platform/config/telemetry.ts';
import { Ports } from '../../platform/ports.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { WorkerMetrics } from '../metrics.ts';

/** Timeout for the SDK's endpoint, which answers at once or not at all. */
const SDK_TIMEOUT_MS = 3000;

export interface MetricsServer {
  /** Options of the SDK's runtime that enable its metrics. */
  readonly telemetryOptions: Pick<TelemetryOptions, 'metrics'>;
  readonly close: () => void;
}

/**
 * Serves the metrics at the address in the settings. Without one, nothing listens and the SDK collects no metrics. The
 * SDK can expose its metrics only on a separate port, so it gets a free loopback port, from which this server reads
 * them.
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
        logger.error({ err: error }, 'metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  const { host, port } = workerMetrics;
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new ConfigError(
      `Cannot listen on WORKER_METRICS_PORT ${port} (${String(error)}). Fix: give each worker process on a ` +
        'machine its own port.',
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

/** Returns an empty string when the SDK does not answer, so that our own metrics are still served. */
async function readSdk(address: string, logger: Logger): Promise<string> {
  try {
    const answer = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(SDK_TIMEOUT_MS) });
    return await answer.text();
  } catch (error) {
    logger.warn({ err: error }, "the SDK's metrics could not be read");
    return '';
  }
}
