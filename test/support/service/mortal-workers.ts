/** A system in which the worker of one profile dies apart from the others. */
import { REQUIRED_PROFILES } from '../../../domain/workers.ts';
import type { WorkerProfileName } from '../../../domain/workers.ts';
import type { ServiceProcess } from './service-process.ts';
import type { Api, Settings, System } from './system.ts';

export interface MortalWorkers {
  readonly api: Api;
  /** Of the profile. */
  readonly worker: ServiceProcess;
  /** Of all other profiles that a system needs. */
  readonly others: ServiceProcess;
  readonly startWorker: (settings?: Settings) => Promise<ServiceProcess>;
  readonly startOthers: () => Promise<ServiceProcess>;
}

/** Starts the API and the two workers. */
export async function startMortal(system: System, profile: WorkerProfileName): Promise<MortalWorkers> {
  const rest = REQUIRED_PROFILES.map(({ name }) => name).filter((name) => name !== profile);
  const startWorker = (settings: Settings = {}) => system.startWorker({ WORKER_PROFILES: profile, ...settings });
  const startOthers = () => system.startWorker({ WORKER_PROFILES: rest.join(',') });
  const [api, worker, others] = await Promise.all([system.startApi(), startWorker(), startOthers()]);
  return { api, worker, others, startWorker, startOthers };
}
