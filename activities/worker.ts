/** Entry of a worker process: the one place where its parts are made. */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import type { LogLevel, WorkflowBundle } from '@temporalio/worker';
import { openBrowser } from '../platform/browser/index.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { isDocumentAiSetUp } from '../platform/document-ai.ts';
import { openDatabase } from '../platform/database/client.ts';
import { createGuardedFetch } from '../platform/network-guard/index.ts';
import { createGuardedPost } from '../platform/network-guard/post.ts';
import { openObjectStore } from '../platform/objects.ts';
import { createProbes } from '../platform/probes.ts';
import { openSecrets } from '../platform/secrets.ts';
import { createServiceClient } from '../platform/service-client.ts';
import { createLogger } from '../platform/telemetry.ts';
import { startTracing } from '../platform/tracing/sdk.ts';
import type { Logger } from '../platform/telemetry.ts';
import { connectionOptions } from '../platform/temporal/connection.ts';
import { traceWorker } from '../platform/temporal/tracing.ts';
import { rememberPollers } from '../platform/temporal/workers.ts';
import { applyTemporalConfig } from '../temporal-config/apply.ts';
import { ensureSchedules } from '../temporal-config/schedules.ts';
import { WORKER_PROFILES } from '../temporal-config/workers.ts';
import type { WorkerProfileName } from '../temporal-config/workers.ts';
import { createConverterPool, createDocumentAiPool, joinConverterPools } from './converters.ts';
import type { ConverterPool } from './converters.ts';
import { createJobActivities } from './jobs.ts';
import { createParseActivities, createParseLocalActivities } from './parse.ts';
import { createStorageActivities } from './storage.ts';
import { createWebhookActivities } from './webhook.ts';

/** How long running steps may take to end when the process is told to stop; then they are handed back. */
const SHUTDOWN_GRACE = '30 seconds';

/** How often heartbeats reach Temporal: progress is as fresh, and a cancellation as quick. */
const HEARTBEAT_INTERVAL = '1 second';

async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.log.level, 'worker');
  const names = chosenProfiles(config);
  const profiles = names.map(readProfile);
  const tracing = await startTracing('tidemill-worker', config.telemetry.recordsSpans, logger);
  Runtime.install({ logger: temporalLogger(logger), telemetryOptions: { logging: { forward: {} } } });

  const connection = await NativeConnection.connect(connectionOptions(config.temporal));
  const { namespace } = config.temporal;
  await applyTemporalConfig(connection, namespace);
  await ensureSchedules(new Client({ connection, namespace }));
  const database = openDatabase(config.database.url);
  const objects = openObjectStore(config.objects);
  await objects.ensureBucket();
  const converters = openConverters(config, names);
  const fetch = createGuardedFetch({ allow: config.network.allow });
  const browser = openBrowser({ ...config.browser, allow: config.network.allow });
  const secrets = openSecrets(config.secrets);
  const probes = createProbes(rememberPollers({ connection, namespace }), secrets);
  const callCloudParser = createServiceClient(config.cloudParser.url);

  const post = createGuardedPost(config.network.allow);
  const { doclingUrl } = config.documentAi;
  const docling = doclingUrl === null ? null : createServiceClient(doclingUrl);

  const dependencies = {
    ...{ config, database, objects, converters, fetch, browser, post },
    ...{ secrets, probes, callCloudParser, docling },
  };
  const localActivities = { ...createJobActivities(dependencies), ...createParseLocalActivities(dependencies) };
  const activities = {
    ...createParseActivities(dependencies),
    ...createStorageActivities(dependencies),
    ...createWebhookActivities(dependencies),
  };

  const workers = await Promise.all(
    profiles.map(async ({ taskQueue, runs, slots }) =>
      Worker.create({
        connection,
        namespace,
        taskQueue,
        shutdownGraceTime: SHUTDOWN_GRACE,
        maxHeartbeatThrottleInterval: HEARTBEAT_INTERVAL,
        ...(runs === 'workflows'
          ? { workflowBundle: await bundleWorkflows(logger), activities: localActivities }
          : { activities }),
        ...slots,
        ...traceWorker(tracing),
      }),
    ),
  );
  logger.info({ profiles: names }, 'polling');
  try {
    await Promise.all(workers.map((worker) => worker.run()));
  } finally {
    await Promise.all([converters.close(), browser?.close()]);
    objects.close();
    await Promise.all([connection.close(), database.close(), tracing.stop()]);
  }
}

/** The profiles that `--profile NAME` names, once or several times, else those of the settings. */
function chosenProfiles({ worker }: Config): readonly string[] {
  const { values } = parseArgs({ options: { profile: { type: 'string', multiple: true } } });
  return values.profile ?? worker.profiles;
}

function openConverters({ parse, documentAi }: Config, profiles: readonly string[]): ConverterPool {
  const runs = (profile: WorkerProfileName): boolean => profiles.includes(profile);
  const runsModels = runs('document-ai') && documentAi.doclingUrl === null;
  if (runsModels && !isDocumentAiSetUp(documentAi.directory)) {
    throw new ConfigError(
      `Document AI is not set up in ${documentAi.directory}. Fix: run npm run setup:document-ai, or set DOCUMENT_AI_DIR or DOCLING_URL.`,
    );
  }
  return joinConverterPools({
    parse: runs('parse') ? createConverterPool(parse) : null,
    documentAi: runsModels ? createDocumentAiPool(documentAi) : null,
  });
}

function readProfile(name: string) {
  if (!isProfile(name)) {
    throw new ConfigError(
      `WORKER_PROFILES names "${name}". Fix: use ${Object.keys(WORKER_PROFILES).join(', ')} (temporal-config/workers.ts).`,
    );
  }
  return WORKER_PROFILES[name];
}

function isProfile(name: string): name is WorkerProfileName {
  return Object.hasOwn(WORKER_PROFILES, name);
}

/** The SDK's own log lines, in the form of all others. */
function temporalLogger(logger: Logger, level: LogLevel = 'INFO'): DefaultLogger {
  return new DefaultLogger(level, ({ level, message, meta }) => {
    logger[LOG_LEVELS[level]]({ ...meta }, message);
  });
}

const LOG_LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

function bundleWorkflows(logger: Logger): Promise<WorkflowBundle> {
  const { resolve } = createRequire(import.meta.url);
  return bundleWorkflowCode({
    workflowsPath: resolve('../workflows/index.ts'),
    workflowInterceptorModules: [resolve('../workflows/tracing.ts')],
    logger: temporalLogger(logger, 'WARN'),
  });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(1);
  },
);
