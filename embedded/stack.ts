/** The embedded infrastructure: Temporal, Postgres and S3 on this machine. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { applyMigrations } from '../platform/database/migrate.ts';
import { defaultHome } from '../platform/config/home.ts';
import { BUCKET, INTERNAL_PORTS, objectStore, REGION } from './servers/object-store.ts';
import { Ports } from '../platform/ports.ts';
import { postgresServer, postgresUrl } from './servers/postgres.ts';
import { loadSecrets } from './secrets.ts';
import { DATA_BYTES, requireSpace, RUNNING_BYTES } from './setup/space.ts';
import { Supervisor } from './supervisor/supervisor.ts';
import { configureTemporal, NAMESPACE, temporalServer } from './servers/temporal.ts';
import type { TemporalSettings } from './servers/temporal.ts';
import { obtainTool, SEAWEEDFS, TEMPORAL } from './setup/tools.ts';

/** 0 chooses a free one. */
export interface StackPorts {
  readonly api: number;
  readonly temporal: number;
  readonly temporalUi: number;
  readonly postgres: number;
  readonly s3: number;
}

export interface InfrastructureOptions {
  /** Directory of data and logs. Data survives restarts; one stack at a time can use it. */
  readonly home: string;
  /** Default: free ports. */
  readonly ports?: StackPorts;
  /** A Postgres with pgvector that replaces the embedded one. */
  readonly databaseUrl?: string | undefined;
  /** Dynamic configuration of Temporal beside that of the stack. */
  readonly temporalSettings?: TemporalSettings;
  /** Receives messages for the user, such as downloads and crashed children. */
  readonly say?: (line: string) => void;
  /** Stops everything, including a start in progress, which then rejects. */
  readonly signal?: AbortSignal;
}

type Setting =
  | 'TEMPORAL_ADDRESS'
  | 'TEMPORAL_NAMESPACE'
  | 'TEMPORAL_UI_URL'
  | 'DATABASE_URL'
  | 'S3_ENDPOINT'
  | 'S3_PUBLIC_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'SERVICE_AUTH_MODE'
  | 'DEV_AUTH_SECRET';

export interface Infrastructure {
  /** Directory of its data and logs. */
  readonly home: string;
  /** The settings of domain/settings.ts for using it. */
  readonly env: Readonly<Record<Setting, string>>;
  /** Reserved for the API, which is not started here. */
  readonly apiPort: number;
  /** For further children, which stop with it. */
  readonly supervisor: Supervisor;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Temporal, Postgres and S3 as child processes on loopback, configures the namespace and applies the
 * migrations. Rejects with a SetupError when a port is taken, a tool is unavailable, the directory is in use or a
 * child does not start; nothing is left running then.
 */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { say = () => undefined, temporalSettings } = options;
  const home = resolve(options.home);
  await requireSpace(home, DATA_BYTES, 'The embedded stack', 'TIDEMILL_HOME');
  const supervisor = await Supervisor.open(home, say);
  options.signal?.addEventListener('abort', () => void supervisor.stop(), { once: true });
  try {
    options.signal?.throwIfAborted();
    const secrets = loadSecrets(home);
    const { ports, internalPorts } = await choosePorts(options);
    const databaseUrl = options.databaseUrl ?? postgresUrl(ports.postgres);
    const startPostgres = async (): Promise<void> => {
      if (options.databaseUrl === undefined) {
        await supervisor.start(postgresServer(dataDirectory(home, 'postgres'), ports.postgres));
      }
      await applyMigrations(databaseUrl);
    };
    // Postgres takes longest to start; the tools, one at a time, may have to be downloaded.
    const startOthers = async (): Promise<void> => {
      const cache = join(defaultHome(), 'tools');
      const temporal = await obtainTool(TEMPORAL, cache, process.env, say);
      const weed = await obtainTool(SEAWEEDFS, cache, process.env, say);
      await Promise.all([
        supervisor
          .start(
            temporalServer(
              temporal,
              dataDirectory(home, 'temporal'),
              ports.temporal,
              ports.temporalUi,
              temporalSettings,
            ),
          )
          .then(() => configureTemporal(`127.0.0.1:${ports.temporal}`)),
        supervisor.start(objectStore(weed, dataDirectory(home, 'objects'), ports.s3, internalPorts, secrets.s3)),
      ]);
    };
    await Promise.all([startPostgres(), startOthers()]);

    const s3Endpoint = `http://127.0.0.1:${ports.s3}`;
    const env = {
      TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
      TEMPORAL_NAMESPACE: NAMESPACE,
      TEMPORAL_UI_URL: `http://127.0.0.1:${ports.temporalUi}`,
      DATABASE_URL: databaseUrl,
      S3_ENDPOINT: s3Endpoint,
      S3_PUBLIC_ENDPOINT: s3Endpoint,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: secrets.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: secrets.s3.secretAccessKey,
      SERVICE_AUTH_MODE: 'dev',
      DEV_AUTH_SECRET: secrets.devAuthSecret,
    };
    return { home, env, apiPort: ports.api, supervisor, stop: () => supervisor.stop() };
  } catch (error) {
    await supervisor.stop();
    // On a full disk, the part's own error hides the cause.
    await requireSpace(home, RUNNING_BYTES, 'The embedded stack', 'TIDEMILL_HOME');
    throw error;
  }
}

function dataDirectory(home: string, name: string): string {
  const directory = join(home, name);
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Chosen together before anything starts, so that a taken port fails at once and leaves nothing behind. */
async function choosePorts({ ports: wanted, databaseUrl }: InfrastructureOptions) {
  const chosen = new Ports();
  try {
    const ports: StackPorts = {
      api: await chosen.choose(wanted?.api ?? 0, 'the API', 'PORT'),
      temporal: await chosen.choose(wanted?.temporal ?? 0, 'Temporal', 'TEMPORAL_PORT'),
      temporalUi: await chosen.choose(wanted?.temporalUi ?? 0, "Temporal's Web UI", 'TEMPORAL_UI_PORT'),
      postgres: databaseUrl === undefined ? await chosen.choose(wanted?.postgres ?? 0, 'Postgres', 'POSTGRES_PORT') : 0,
      s3: await chosen.choose(wanted?.s3 ?? 0, 'S3', 'S3_PORT'),
    };
    const internalPorts: Record<string, number> = {};
    for (const name of INTERNAL_PORTS) internalPorts[name] = await chosen.choose(0, 'SeaweedFS', 'S3_PORT');
    return { ports, internalPorts };
  } finally {
    await chosen.release();
  }
}
