/** What a worker process can be: WORKER_PROFILES names the ones that it runs. */
import type { WorkerProfile } from './manifests/manifest.ts';
import { ofAllDomains } from './manifests/index.ts';

/** What a worker process needs before it does anything. */
export const WORKER_PROCESS_MB = 256;

/**
 * Addresses that a worker fetches at once for parse jobs. Reckoned, not measured: an answer is in its memory until it is stored,
 * twice while its pieces are joined, so that twelve of 20 MB each (the reserve included) fit into the 512 MB of the profile
 * `parse`. MAX_SOURCE_BYTES allows larger ones, which seldom come together.
 */
export const FETCHES = 8;

/** How many more it fetches for tenants for whom it fetches none: what the reckoning above leaves. */
export const FETCHES_IN_RESERVE = 4;

/**
 * Converter processes beyond those of the settings, for tenants that hold none: a tenant whose documents hold all the others
 * does not keep another's first one waiting. One, as each may take CONVERTER_MEMORY_MB.
 */
export const CONVERTERS_IN_RESERVE = 1;

export const WORKER_PROFILES = ofAllDomains('profiles') satisfies Readonly<Record<string, WorkerProfile>>;

export type WorkerProfileName = keyof typeof WORKER_PROFILES;

/** Those that the service cannot do without, with their names. */
export const REQUIRED_PROFILES = Object.entries(WORKER_PROFILES).flatMap(([name, profile]) =>
  profile.optional ? [] : [{ name, ...profile }],
);

/** Those that a worker runs when its settings name none. */
export const DEFAULT_PROFILES: readonly string[] = Object.entries(WORKER_PROFILES).flatMap(([name, profile]) =>
  profile.byDefault ? [name] : [],
);

/** The pools of converter processes that the steps of these profiles need. */
export function converterPoolsOf(names: readonly WorkerProfileName[]): ReadonlySet<'parse' | 'document-ai'> {
  const profiles: readonly WorkerProfile[] = names.map((name) => WORKER_PROFILES[name]);
  return new Set(profiles.flatMap(({ converters }) => converters ?? []));
}

/** What people are told of a queue that nobody polls. */
export function noWorkerMessage(taskQueue: string): string {
  return `No worker polls the task queue "${taskQueue}". Start one: ${workerCommand(taskQueue)}.`;
}

/** What starts a worker of a queue. */
export function workerCommand(taskQueue: string): string {
  const [profile] = Object.entries(WORKER_PROFILES).find(([, { taskQueue: own }]) => own === taskQueue) ?? [taskQueue];
  return `npm run worker -- --profile ${profile}`;
}
