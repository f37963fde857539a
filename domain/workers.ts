/** What a worker process can be: WORKER_PROFILES names the ones that it runs. */
import type { WorkerOptions } from '@temporalio/worker';
import {
  CLOUD_TASK_QUEUE,
  CRAWL_TASK_QUEUE,
  DOCUMENT_AI_TASK_QUEUE,
  JOBS_TASK_QUEUE,
  PARSE_TASK_QUEUE,
  STORAGE_TASK_QUEUE,
} from './jobs/model.ts';
import { WEBHOOK_TASK_QUEUE } from './webhook/model.ts';

export interface WorkerProfile {
  readonly taskQueue: string;
  /** Whether it runs workflows and their local activities, or activities. */
  readonly runs: 'workflows' | 'activities';
  /** The service does without it: jobs that need it wait. */
  readonly optional: boolean;
  /** Slots: how much one process does at once. */
  readonly slots: Readonly<
    Pick<
      WorkerOptions,
      | 'maxConcurrentWorkflowTaskExecutions'
      | 'maxConcurrentLocalActivityExecutions'
      | 'maxConcurrentActivityTaskExecutions'
      | 'maxCachedWorkflows'
    >
  >;
  /** Whether its steps read or write the object store. */
  readonly objects: boolean;
  /** The converter processes that it needs, if any: many small ones, or the one of document AI. */
  readonly converters?: 'parse' | 'document-ai';
  /** What its slots add to a process; converter processes come on top. */
  readonly memoryMb: number;
  /** Steps that all workers of the queue together begin a second, if there is a limit. WORKER_RATES changes it. */
  readonly stepsPerSecond?: number;
}

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

export const WORKER_PROFILES = {
  default: {
    taskQueue: JOBS_TASK_QUEUE,
    runs: 'workflows',
    optional: false,
    objects: false,
    slots: {
      // They share one thread: more at once would only take longer each, and a tenant's single job with them.
      maxConcurrentWorkflowTaskExecutions: 10,
      maxConcurrentLocalActivityExecutions: 40,
      maxCachedWorkflows: 500,
    },
    memoryMb: 256,
  },
  parse: {
    taskQueue: PARSE_TASK_QUEUE,
    runs: 'activities',
    optional: false,
    objects: true,
    // Many more than the converter processes: a step that waits for one holds nothing else, and the more of them a worker
    // has, the more rarely it gives one back for the sake of another tenant (activities/step/waiting-room.ts).
    slots: { maxConcurrentActivityTaskExecutions: 40 },
    converters: 'parse',
    memoryMb: 512,
  },
  cloud: {
    taskQueue: CLOUD_TASK_QUEUE,
    runs: 'activities',
    optional: true,
    objects: true,
    // They wait for a provider; each holds its source only while it is sent.
    slots: { maxConcurrentActivityTaskExecutions: 20 },
    memoryMb: 512,
    // A provider refuses, or bills, what comes faster.
    stepsPerSecond: 10,
  },
  crawl: {
    taskQueue: CRAWL_TASK_QUEUE,
    runs: 'activities',
    optional: false,
    objects: true,
    // Crawls wait most of the time, and share the converter processes: they must not hold the places of conversions.
    slots: { maxConcurrentActivityTaskExecutions: 20 },
    converters: 'parse',
    memoryMb: 256,
  },
  storage: {
    taskQueue: STORAGE_TASK_QUEUE,
    runs: 'activities',
    optional: false,
    objects: true,
    // Each hashes a stream of the object store: few fill a processor.
    slots: { maxConcurrentActivityTaskExecutions: 4 },
    memoryMb: 128,
  },
  webhook: {
    taskQueue: WEBHOOK_TASK_QUEUE,
    runs: 'activities',
    optional: false,
    objects: false,
    // Each waits for a receiver, which may take its time.
    slots: { maxConcurrentActivityTaskExecutions: 50 },
    memoryMb: 128,
  },
  'document-ai': {
    taskQueue: DOCUMENT_AI_TASK_QUEUE,
    runs: 'activities',
    optional: true,
    objects: true,
    // One converter process uses all processors, and the others wait for it. With a docling-serve each holds its source.
    slots: { maxConcurrentActivityTaskExecutions: 4 },
    converters: 'document-ai',
    memoryMb: 512,
  },
} as const satisfies Record<string, WorkerProfile>;

export type WorkerProfileName = keyof typeof WORKER_PROFILES;

/** Those that the service cannot do without, with their names. */
export const REQUIRED_PROFILES = Object.entries(WORKER_PROFILES).flatMap(([name, profile]) =>
  profile.optional ? [] : [{ name, ...profile }],
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
