/** A system that outlives the files that use it: an API and a worker. */
import type { ServiceProcess } from './service-process.ts';
import { systemOf } from './system-processes.ts';
import type { Settings } from './system-processes.ts';

export interface Place {
  readonly namespace: string;
  readonly address: string;
  /** Of the API. */
  readonly url: string;
  /** Files that the processes write to. */
  readonly logs: readonly string[];
}

export interface StartedPlace {
  readonly place: Place;
  readonly kill: () => Promise<unknown>;
}

/** How much one tenant sends is no matter of these files. */
const NO_RATE_LIMIT: Settings = { RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' };

export async function startPlace(name: string, settings: Settings): Promise<StartedPlace> {
  const children: ServiceProcess[] = [];
  const system = systemOf(name, { ...NO_RATE_LIMIT, ...settings }, children);
  const [{ url }] = await Promise.all([system.startApi(), system.startWorker()]);
  const { namespace, address } = system;
  return {
    place: { namespace, address, url, logs: children.map(({ log }) => log) },
    kill: () => Promise.all(children.map((child) => child.kill())),
  };
}
