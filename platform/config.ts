/**
 * Settings: read once at process start, validated, frozen and passed down. Those of domains join them in
 * domain/settings.ts. Only `config/env-file.ts`, `config/home.ts` and the embedded stack, which sets the variables for
 * its children, access `process.env`.
 */
import { browserExecutables } from './browser/executables.ts';
import { readAuth } from './config/auth.ts';
import { readCorsOrigins } from './config/cors.ts';
import { readBodyLimits } from './config/body-limits.ts';
import type { BodyLimits } from './config/body-limits.ts';
import type { AuthConfig } from './config/auth.ts';
import { readModels } from './config/models.ts';
import type { ModelsConfig } from './config/models.ts';
import { readNetworkAllow } from './config/network.ts';
import { readProxy } from './config/proxy.ts';
import type { ProxyConfig } from './network-guard/request.ts';
import { openReader } from './config/reader.ts';
import type { Environment, SettingsReader } from './config/reader.ts';
import { readTelemetry } from './config/telemetry.ts';
import type { TelemetryConfig } from './config/telemetry.ts';
import { readTemporal } from './config/temporal.ts';
import type { TemporalConfig } from './config/temporal.ts';
import { readWorker } from './config/worker.ts';
import type { WorkerConfig } from './config/worker.ts';

/** A token bucket: holds `burst` requests and refills at `perSecond`. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** The settings that belong to no domain. */
export interface PlatformConfig {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Maximum size of a JSON body. */
    readonly maxBodyBytes: number;
    /** Maximum size of a file in a direct upload. */
    readonly maxUploadBytes: number;
    /** Maximum size of request line and headers together. */
    readonly maxHeaderBytes: number;
    /** Time limit for the headers of a request, from the opening of the connection. */
    readonly headersTimeoutMs: number;
    /** Time limit for a whole request, body included. */
    readonly requestTimeoutMs: number;
    /** How long a connection may stay open between two requests. */
    readonly keepAliveTimeoutMs: number;
    /** How often connections are checked against these time limits. */
    readonly connectionCheckMs: number;
    /** Number of proxies in front of the API: this many of the last addresses in `X-Forwarded-For` are trusted. */
    readonly trustedProxies: number;
    /** Origins whose scripts may use the API from a browser; none by default. */
    readonly corsAllowedOrigins: readonly string[];
    readonly bodies: BodyLimits;
  };
  readonly limits: {
    /** Requests of one tenant. */
    readonly tenantRate: RateLimit;
    /** Requests without a valid token from one address. */
    readonly anonymousRate: RateLimit;
    /** Unfinished jobs of one tenant. */
    readonly maxOpenJobs: number;
    /** Jobs of one tenant that run at once; the others wait. `null`: no limit. */
    readonly maxRunningJobs: number | null;
  };
  readonly auth: AuthConfig;
  readonly temporal: TemporalConfig;
  readonly database: { readonly url: string };
  readonly objects: {
    readonly endpoint: string;
    /** The store's address as seen by clients; used in signed URLs. */
    readonly publicEndpoint: string;
    readonly region: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly browser: {
    /** Candidate paths of Chromium or Chrome, best first; needed for pages that are built by scripts. */
    readonly executables: readonly string[];
    /** Whether to use Chromium's own sandbox where possible. */
    readonly sandbox: boolean;
  };
  readonly models: ModelsConfig;
  readonly network: {
    /** Non-public addresses, CIDR ranges and host names that outbound requests may reach. */
    readonly allow: readonly string[];
    /** Proxy for outbound requests; `null` without one. */
    readonly proxy: ProxyConfig | null;
  };
  readonly secrets: {
    /** Values by secret name, in lower case. */
    readonly values: Readonly<Record<string, string>>;
    /** Folder of mounted files, each named after its secret; `null` without one. */
    readonly directory: string | null;
  };
  readonly disks: {
    /** Directories whose disks are monitored: the data directories on this machine. */
    readonly directories: readonly string[];
    /** A disk with less free space than this counts as full. */
    readonly minFreeBytes: number;
  };
  readonly worker: WorkerConfig;
  readonly log: { readonly level: string };
  readonly telemetry: TelemetryConfig;
}

/** A setting is missing or invalid; the message names the variable and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const MIB = 1024 * 1024;

/**
 * Reads settings: `readSettings(env, readDatabase)`. Throws {@link ConfigError} with every problem in them, one per
 * line.
 */
export function readSettings<T extends object>(environment: Environment, read: (reader: SettingsReader) => T): T {
  const reader = openReader(environment);
  const settings = read(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems.join('\n'));
  return deepFreeze(settings);
}

export function readDatabase({ text }: SettingsReader): PlatformConfig['database'] {
  return { url: text('DATABASE_URL') };
}

/** What is wrong is collected in the reader's `problems`. */
export function readPlatform(reader: SettingsReader): PlatformConfig {
  const { env, problems, text, integer, flag } = reader;
  const headersTimeoutMs = integer('HEADERS_TIMEOUT_MS', 15_000, 1);
  const requestTimeoutMs = integer('REQUEST_TIMEOUT_MS', 300_000, 1);
  if (headersTimeoutMs > requestTimeoutMs) {
    problems.push('HEADERS_TIMEOUT_MS is longer than REQUEST_TIMEOUT_MS. Fix: headers are part of the request.');
  }
  const endpoint = text('S3_ENDPOINT');
  return {
    http: {
      host: text('HOST', '127.0.0.1'),
      port: integer('PORT', 8080, 0),
      maxBodyBytes: integer('MAX_BODY_BYTES', 1024 * 1024, 1024),
      maxUploadBytes: integer('MAX_UPLOAD_BYTES', 100 * 1024 * 1024, 1024),
      maxHeaderBytes: integer('MAX_HEADER_BYTES', 16 * 1024, 1024),
      headersTimeoutMs,
      requestTimeoutMs,
      keepAliveTimeoutMs: integer('KEEP_ALIVE_TIMEOUT_MS', 65_000, 1),
      connectionCheckMs: integer('CONNECTION_CHECK_MS', 1000, 1),
      trustedProxies: integer('TRUSTED_PROXIES', 0, 0),
      corsAllowedOrigins: readCorsOrigins(reader),
      bodies: readBodyLimits(reader),
    },
    limits: {
      tenantRate: { perSecond: integer('RATE_LIMIT_PER_SECOND', 200, 1), burst: integer('RATE_LIMIT_BURST', 400, 1) },
      anonymousRate: {
        perSecond: integer('ANONYMOUS_RATE_LIMIT_PER_SECOND', 50, 1),
        burst: integer('ANONYMOUS_RATE_LIMIT_BURST', 200, 1),
      },
      maxOpenJobs: integer('MAX_OPEN_JOBS_PER_TENANT', 10_000, 1),
      maxRunningJobs: integer('MAX_RUNNING_JOBS_PER_TENANT', 0, 0) || null,
    },
    auth: readAuth(reader),
    temporal: readTemporal(reader),
    database: readDatabase(reader),
    objects: {
      endpoint,
      publicEndpoint: text('S3_PUBLIC_ENDPOINT', endpoint),
      region: text('S3_REGION', 'us-east-1'),
      bucket: text('S3_BUCKET', 'tidemill'),
      accessKeyId: text('S3_ACCESS_KEY_ID'),
      secretAccessKey: text('S3_SECRET_ACCESS_KEY'),
    },
    browser: {
      executables: browserExecutables(env),
      sandbox: flag('BROWSER_SANDBOX', true),
    },
    models: readModels(reader),
    network: { allow: readNetworkAllow(reader), proxy: readProxy(reader) },
    secrets: { values: readSecrets(env), directory: env['SECRETS_DIR']?.trim() || null },
    disks: {
      directories: reader.list('DISK_DIRECTORIES', ''),
      minFreeBytes: integer('DISK_MIN_FREE_BYTES', 100 * MIB, 0),
    },
    worker: readWorker(reader),
    log: { level: text('LOG_LEVEL', 'info') },
    telemetry: readTelemetry(reader),
  };
}

const SECRET_PREFIX = 'SECRET_';

function readSecrets(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(SECRET_PREFIX) && value ? [[name.slice(SECRET_PREFIX.length).toLowerCase(), value]] : [],
    ),
  );
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) deepFreeze(member);
  }
  return Object.freeze(value);
}
