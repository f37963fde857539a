/** From a profile and the settings to the options of a Temporal worker. */
import type { WorkerOptions } from '@temporalio/worker';
import { ConfigError } from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import type { WorkerConfig } from '../../platform/config/worker.ts';
import type { WaitingRooms } from '../step/step.ts';
import { WaitingRoom } from '../step/waiting-room.ts';
import type { WorkerProfile } from '../../domain/manifests/manifest.ts';
import {
  CONVERTERS_IN_RESERVE,
  DEFAULT_PROFILES,
  WORKER_PROCESS_MB,
  WORKER_PROFILES,
  converterPoolsOf,
} from '../../domain/workers.ts';
import type { WorkerProfileName } from '../../domain/workers.ts';

/** How often heartbeats reach Temporal: progress is as fresh, and a cancellation as quick. */
const HEARTBEAT_INTERVAL = '1 second';

/** How much longer than the grace time a worker waits for steps that were told to stop. */
const STOP_WITHIN_MS = 5000;

/** As many polls are open as the server says there are tasks for, within the slots. */
const POLLERS = { type: 'autoscaling' } as const;

/** The profiles of these names, or the default ones. Throws {@link ConfigError} when one is unknown, or a rate is of an unknown one. */
export function readProfiles(names: readonly string[], { rates }: WorkerConfig): WorkerProfileName[] {
  for (const name of Object.keys(rates)) {
    if (!isProfile(name)) throw unknown('WORKER_RATES', name);
  }
  return (names.length > 0 ? names : DEFAULT_PROFILES).map((name) => {
    if (!isProfile(name)) throw unknown('WORKER_PROFILES', name);
    return name;
  });
}

/** What the profile and the settings say; the caller adds the connection and the code. */
export function workerOptions(name: WorkerProfileName, { rates, shutdownGraceMs, version }: WorkerConfig) {
  const { taskQueue, slots, stepsPerSecond }: WorkerProfile = WORKER_PROFILES[name];
  const rate = rates[name] ?? stepsPerSecond ?? null;
  return {
    taskQueue,
    ...slots,
    shutdownGraceTime: shutdownGraceMs,
    shutdownForceTime: shutdownGraceMs + STOP_WITHIN_MS,
    maxHeartbeatThrottleInterval: HEARTBEAT_INTERVAL,
    workflowTaskPollerBehavior: POLLERS,
    activityTaskPollerBehavior: POLLERS,
    ...(rate !== null && { maxTaskQueueActivitiesPerSecond: rate }),
    ...(version !== null && {
      // Each workflow says which it wants (workflows/versioned.ts); one that does not must not move by itself.
      workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' },
    }),
  } satisfies WorkerOptions;
}

/** What a process with these profiles may come to use, its converter processes included. */
export function memoryNeededMb(names: readonly WorkerProfileName[], { parse, documentAi }: Config): number {
  const profiles: readonly WorkerProfile[] = names.map((name) => WORKER_PROFILES[name]);
  const converters = parse.converters + CONVERTERS_IN_RESERVE;
  const pools = { parse: converters * parse.converterMemoryMb, 'document-ai': documentAi.memoryMb };
  return [
    WORKER_PROCESS_MB,
    ...profiles.map(({ memoryMb }) => memoryMb),
    ...[...converterPoolsOf(names)].map((pool) => pools[pool]),
  ].reduce((sum, mb) => sum + mb);
}

/** One for each queue from which a process with these profiles takes steps. */
export function waitingRooms(names: readonly WorkerProfileName[]): WaitingRooms {
  const profiles: readonly WorkerProfile[] = names.map((name) => WORKER_PROFILES[name]);
  return new Map(
    profiles.flatMap(({ taskQueue, slots: { maxConcurrentActivityTaskExecutions: slots } }) =>
      slots === undefined ? [] : [[taskQueue, new WaitingRoom(slots)]],
    ),
  );
}

function isProfile(name: string): name is WorkerProfileName {
  return Object.hasOwn(WORKER_PROFILES, name);
}

function unknown(setting: string, name: string): ConfigError {
  const known = Object.keys(WORKER_PROFILES).join(', ');
  return new ConfigError(`${setting} names "${name}". Fix: use ${known} (domain/workers.ts).`);
}
