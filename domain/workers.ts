/** Worker profiles: WORKER_PROFILES lists the ones that a process runs. */
import type { WorkerProfile } from './manifests/manifest.ts';
import { ofAllDomains } from './manifests/index.ts';

/** Memory of an idle worker process. */
export const WORKER_PROCESS_MB = 256;

/**
 * Concurrent fetches of a worker for parse jobs. Calculated, not measured: a response stays in memory until it is
 * stored, twice while its chunks are joined, so twelve responses of 20 MB each (including the reserve) fit into the 512
 * MB of the profile `parse`. MAX_SOURCE_BYTES allows larger ones, which rarely coincide.
 */
export const FETCHES = 8;

/** Additional fetches, for tenants with none in progress. Included in the calculation above. */
export const FETCHES_IN_RESERVE = 4;

/** Concurrent knowledge steps of a worker. Each holds the chunks of one commit, with their vectors. */
export const KNOWLEDGE_STEPS = 8;

/** Additional ones, for tenants with none in progress. */
export const KNOWLEDGE_STEPS_IN_RESERVE = 4;

/**
 * Memory of a text process. Measured while it cuts 1,000,000 characters: 140 MB resident for prose, 220 MB for the
 * worst of five texts, which is full stops.
 */
export const TEXT_PROCESS_MB = 384;

/** Memory of a measuring process, which holds one case at a time. */
export const MEASURING_PROCESS_MB = 256;

/** Memory of a reading process: a Parquet file of up to 64 MiB, and one of its row groups. */
export const READING_PROCESS_MB = 512;

/** Memory of a making process, which holds the sources of an order and what tells its items apart. */
export const MAKING_PROCESS_MB = 512;

/** Memory of the process that generates load: the answers that are under way, and histograms. */
export const GENERATOR_MB = 512;

/**
 * Converter processes in addition to CONVERTERS, for tenants that hold none: a tenant that occupies all the others does
 * not delay the first document of another tenant. Only one, because each may use CONVERTER_MEMORY_MB.
 */
export const CONVERTERS_IN_RESERVE = 1;

export const WORKER_PROFILES = ofAllDomains('profiles') satisfies Readonly<Record<string, WorkerProfile>>;

export type WorkerProfileName = keyof typeof WORKER_PROFILES;

/** Profiles that the service requires, with their names. */
export const REQUIRED_PROFILES = Object.entries(WORKER_PROFILES).flatMap(([name, profile]) =>
  profile.optional ? [] : [{ name, ...profile }],
);

/** Profiles that a worker runs by default. */
export const DEFAULT_PROFILES: readonly string[] = Object.entries(WORKER_PROFILES).flatMap(([name, profile]) =>
  profile.byDefault ? [name] : [],
);

/** The converter pools that the steps of these profiles need. */
export function converterPoolsOf(
  names: readonly WorkerProfileName[],
): ReadonlySet<NonNullable<WorkerProfile['converters']>> {
  const profiles: readonly WorkerProfile[] = names.map((name) => WORKER_PROFILES[name]);
  return new Set(profiles.flatMap(({ converters }) => converters ?? []));
}

/** The message for a task queue that no worker polls. */
export function noWorkerMessage(taskQueue: string): string {
  return `No worker polls the task queue "${taskQueue}". Start one: ${workerCommand(taskQueue)}.`;
}

/** The command that starts a worker for a queue. */
export function workerCommand(taskQueue: string): string {
  const [profile] = Object.entries(WORKER_PROFILES).find(([, { taskQueue: own }]) => own === taskQueue) ?? [taskQueue];
  return `npm run worker -- --profile ${profile}`;
}
