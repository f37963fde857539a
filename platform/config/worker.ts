/** Settings of a worker process. */
import type { SettingsReader } from './reader.ts';

export interface WorkerConfig {
  /** Names of the worker profiles that this process runs; empty for those of every worker. */
  readonly profiles: readonly string[];
  /** Steps per second over all workers of a profile, by profile name; overrides the profile's own rate. */
  readonly rates: Readonly<Record<string, number>>;
  /** How long running steps may take to finish during shutdown; after that they are handed back. */
  readonly shutdownGraceMs: number;
  /** The version in Temporal's worker deployment; `null` when workers are not versioned. */
  readonly version: { readonly deploymentName: string; readonly buildId: string } | null;
}

export function readWorker(reader: SettingsReader): WorkerConfig {
  const buildId = reader.env['WORKER_BUILD_ID']?.trim();
  const deploymentName = reader.text('WORKER_DEPLOYMENT', 'tidemill');
  return {
    profiles: reader.list('WORKER_PROFILES', ''),
    rates: readRates(reader),
    shutdownGraceMs: reader.integer('WORKER_SHUTDOWN_GRACE_MS', 20_000, 0),
    version: buildId ? { deploymentName, buildId } : null,
  };
}

/** `cloud=2,webhook=0.5` */
function readRates({ list, problems }: SettingsReader): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const item of list('WORKER_RATES', '')) {
    const [, profile, rate] = /^([a-z-]+)=(\d{1,6}(?:\.\d{1,3})?)$/.exec(item) ?? [];
    if (profile === undefined || !(Number(rate) > 0)) {
      problems.push(`WORKER_RATES has "${item}". Fix: give a profile and a number above zero, such as cloud=2.`);
    } else rates[profile] = Number(rate);
  }
  return rates;
}
