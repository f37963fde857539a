/** Entry point of a worker process. */
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { LogLevel } from '@temporalio/worker';
import { readOptions } from '../../platform/command-line.ts';
import { ConfigError, readSettings } from '../../platform/config.ts';
import { findEnvironment } from '../../platform/config/env-file.ts';
import { LogOutput } from '../../platform/logging/output.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { startTracing } from '../../platform/tracing/sdk.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { connectionOptions } from '../../platform/temporal/connection.ts';
import { traceWorker } from '../../platform/temporal/tracing.ts';
import { onceAvailable } from '../../platform/faults/unavailable.ts';
import { applyTemporalConfig } from '../../temporal-config/apply.ts';
import { ensureSchedules } from '../../temporal-config/schedules.ts';
import { readService } from '../../domain/settings.ts';
import { WORKER_PROFILES } from '../../domain/workers.ts';
import { stopSignal } from '../../platform/stop-signal.ts';
import { runUntil } from './drain.ts';
import { serveMetrics } from './metrics-server.ts';
import { WorkerMetrics } from '../metrics.ts';
import { observeSteps } from './observe.ts';
import { createActivities } from './activities.ts';
import { loadWorkflowBundle } from './workflow-bundle.ts';
import { memoryNeededMb, readProfiles, workerOptions } from './options.ts';
import { createParts } from './parts.ts';

async function main(): Promise<void> {
  // `--profile NAME`, once or several times, overrides the profiles in the settings.
  const { profile } = readOptions('npm run worker [-- --profile NAME ...]', {
    profile: { type: 'string', multiple: true },
  });
  const stop = stopSignal();
  const leave = (): void => process.exit(0);
  stop.addEventListener('abort', leave);
  const { env, message } = findEnvironment();
  const settings = readSettings(env, readService);
  const { config } = settings;
  const metrics = new WorkerMetrics();
  const logger = createLogger(config.log.level, 'worker', new LogOutput(() => metrics.logLinesDropped.inc()));
  logger.info(message);
  const names = readProfiles(profile ?? config.worker.profiles, config.worker);
  warnOfMemory(logger, memoryNeededMb(names, config));
  const tracing = await startTracing('tidemill-worker', config.telemetry.recordsSpans, logger);
  const metricsServer = await serveMetrics(config.telemetry, metrics, logger);
  Runtime.install({
    logger: temporalLogger(logger),
    telemetryOptions: { logging: { forward: {} }, ...metricsServer.telemetryOptions },
    // Signals are handled below, not by the SDK, which would let a second signal kill the process.
    shutdownSignals: [],
  });

  const connection = await onceAvailable(logger, () => NativeConnection.connect(connectionOptions(config.temporal)));
  const { namespace } = config.temporal;
  await onceAvailable(logger, async () => {
    await applyTemporalConfig(connection, namespace);
    await ensureSchedules(new Client({ connection, namespace }));
  });
  const parts = createParts(settings, names, metrics, { connection, namespace });
  if (names.some((name) => WORKER_PROFILES[name].objects)) {
    await onceAvailable(logger, () => parts.objects.ensureBucket());
  }
  const { local, queued } = createActivities(parts);

  const workflows = async () => ({
    workflowBundle: await loadWorkflowBundle(
      config.worker.version ? 'versioned' : 'index',
      temporalLogger(logger, 'WARN'),
    ),
    activities: local,
  });
  const workers = await Promise.all(
    names.map(async (name) =>
      Worker.create({
        connection,
        namespace,
        ...workerOptions(name, config.worker),
        ...(WORKER_PROFILES[name].runs === 'workflows' ? await workflows() : { activities: queued }),
        ...traceWorker(tracing, observeSteps(metrics)),
      }),
    ),
  );
  stop.removeEventListener('abort', leave);
  logger.info({ profiles: names }, 'polling');
  try {
    await runUntil(stop, workers);
    logger.info({ profiles: names }, 'stopped');
  } finally {
    await parts.close();
    metricsServer.close();
    await Promise.all([connection.close(), tracing.stop()]);
  }
}

/**
 * Warns at startup when the container's memory limit is below what the settings need, before the kernel kills the
 * process.
 */
function warnOfMemory(logger: Logger, needed_mb: number): void {
  const limit_mb = Math.round(process.constrainedMemory() / 1024 / 1024);
  if (limit_mb > 0 && limit_mb < needed_mb) logger.warn({ needed_mb, limit_mb }, 'memory may run out');
}

/** Writes the SDK's log lines in the same format as all others. */
function temporalLogger(logger: Logger, level: LogLevel = 'INFO'): DefaultLogger {
  return new DefaultLogger(level, ({ level, message, meta }) => {
    logger[LOG_LEVELS[level]]({ ...meta }, message);
  });
}

const LOG_LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(1);
  },
);
