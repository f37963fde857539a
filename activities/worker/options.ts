/** Builds the options of a Temporal worker from a profile and the settings. */
import type { WorkerOptions } from '@temporalio/worker';
import { ConfigError } from '../../platform/config.ts';
import type { Config } from '../../domain/settings.ts';
import type { WorkerConfig } from '../../platform/config/worker.ts';
import type { WaitingRooms } from '../step/waiting-room.ts';
import { WaitingRoom } from '../step/waiting-room.ts';
import type { WorkerProfile } from '../../domain/manifests/manifest.ts';
import {
  CONVERTERS_IN_RESERVE,
  DEFAULT_PROFILES,
  MEASURING_PROCESS_MB,
  MAKING_PROCESS_MB,
  TEXT_PROCESS_MB,
  WORKER_PROCESS_MB,
  WORKER_PROFILES,
  converterPoolsOf,
} from '../../domain/workers.ts';
import type { WorkerProfileName } from '../../domain/workers.ts';

/** How often heartbeats reach Temporal. It bounds the delay of progress and of cancellations. */
const HEARTBEAT_INTERVAL = '1 second';

/** How long a worker waits, after the grace time, for steps that were told to stop. */
const STOP_WITHIN_MS = 5000;

/** The server adjusts the number of open polls to the backlog, within the slots. */
const POLLERS = { type: 'autoscaling' } as const;

/** The named profiles, or the default ones. Throws {@link ConfigError} when a name, or a rate's profile, is unknown. */
export function readProfiles(names: readonly string[], { rates }: WorkerConfig): WorkerProfileName[] {
  for (const name of Object.keys(rates)) {
    if (!isProfile(name)) throw unknown('WORKER_RATES', name);
  }
  return (names.length > 0 ? names : DEFAULT_PROFILES).map((name) => {
    if (!isProfile(name)) throw unknown('WORKER_PROFILES', name);
    return name;
  });
}

/** The options that follow from profile and settings. The caller adds the connection and the code. */
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
      // Each workflow sets its own behavior (workflows/versioned.ts). One that does not must not move to another
      // release.
      workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' },
    }),
  } satisfies WorkerOptions;
}

/** Peak memory of a process with these profiles, including its converter processes. */
export function memoryNeededMb(names: readonly WorkerProfileName[], { parse, documentAi }: Config): number {
  const profiles: readonly WorkerProfile[] = names.map((name) => WORKER_PROFILES[name]);
  const converters = parse.converters + CONVERTERS_IN_RESERVE;
  const pools = {
    parse: converters * parse.converterMemoryMb,
    texts: converters * TEXT_PROCESS_MB,
    measuring: converters * MEASURING_PROCESS_MB,
    making: converters * MAKING_PROCESS_MB,
    'document-ai': documentAi.memoryMb,
  };
  return [
    WORKER_PROCESS_MB,
    ...profiles.map(({ memoryMb }) => memoryMb),
    ...[...converterPoolsOf(names)].map((pool) => pools[pool]),
  ].reduce((sum, mb) => sum + mb);
}

/** One waiting room for each task queue that a process with these profiles polls for steps. */
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
