/** Task queues: their pollers and backlog. */
import type { ConnectionLike } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';
import { timestamp } from './decode.ts';

/** A task queue of one kind, workflow or activity. */
export interface PolledQueue {
  readonly taskQueue: string;
  readonly runs: 'workflows' | 'activities';
}

/**
 * How long after its last poll a worker counts as present. An idle worker's poll returns after a minute at most, so a
 * worker that is silent for longer is gone.
 */
const POLLER_LIFETIME_MS = 70_000;

/** How long an answer about pollers is cached, since many jobs may wait for one queue. */
const REMEMBER_MS = 1000;

/** A namespace and a connection to it: the API's or a worker's. */
export interface Namespace {
  readonly connection: Pick<ConnectionLike, 'workflowService'>;
  readonly namespace: string;
}

export type HasPoller = (queue: PolledQueue) => Promise<boolean>;

/** {@link hasPoller} with a cache: at most one request per queue and second. Failures are not cached. */
export function rememberPollers(temporal: Namespace): HasPoller {
  const answers = new Map<string, { readonly askedAt: number; readonly answer: Promise<boolean> }>();
  return (queue) => {
    const key = `${queue.runs} ${queue.taskQueue}`;
    const known = answers.get(key);
    if (known && Date.now() - known.askedAt < REMEMBER_MS) return known.answer;
    const answer = hasPoller(temporal, queue);
    answers.set(key, { askedAt: Date.now(), answer });
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

/** Whether any worker polls the queue. */
export async function hasPoller(temporal: Namespace, queue: PolledQueue): Promise<boolean> {
  return (await describe(temporal, queue)).pollers?.some(isThere) ?? false;
}

/**
 * Whether no worker has polled the queue for some minutes, which is as long as Temporal remembers. A worker that is
 * too busy to poll, or was killed a moment ago, is expected to come back.
 */
export async function isDeserted(temporal: Namespace, queue: PolledQueue): Promise<boolean> {
  const { pollers } = await describe(temporal, queue);
  return (pollers ?? []).length === 0;
}

/** Pollers and backlog of a queue. */
export interface QueueFigures {
  readonly taskQueue: string;
  /** Workers that poll it. */
  readonly pollers: number;
  /** Approximate backlog; excludes sticky tasks, which wait a few seconds at most. */
  readonly tasks: number;
  /** Age of the oldest task; 0 when the backlog is empty. */
  readonly oldestSeconds: number;
}

export async function describeQueue(temporal: Namespace, queue: PolledQueue): Promise<QueueFigures> {
  const { pollers, stats } = await describe(temporal, queue, { reportStats: true });
  const { seconds, nanos } = stats?.approximateBacklogAge ?? {};
  return {
    taskQueue: queue.taskQueue,
    pollers: (pollers ?? []).filter(isThere).length,
    tasks: Number(stats?.approximateBacklogCount ?? 0),
    oldestSeconds: Number(seconds ?? 0) + (nanos ?? 0) / 1e9,
  };
}

/**
 * Whether this process polls all of the queues. One after the other: until it starts to poll, a call asks about the
 * first alone.
 */
export async function isPolledBy(temporal: Namespace, pid: number, queues: readonly PolledQueue[]): Promise<boolean> {
  for (const queue of queues) {
    const { pollers } = await describe(temporal, queue);
    if (!pollers?.some(({ identity }) => identity?.startsWith(`${pid}@`))) return false;
  }
  return true;
}

/**
 * Pollers are as last seen by Temporal's matching service and include processes that died minutes ago. It counts
 * tasks only on request.
 */
function describe(
  { connection, namespace }: Namespace,
  { taskQueue, runs }: PolledQueue,
  { reportStats } = { reportStats: false },
): Promise<temporal.api.workflowservice.v1.IDescribeTaskQueueResponse> {
  return connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TASK_QUEUE_TYPES[runs],
    reportStats,
  });
}

function isThere({ lastAccessTime }: temporal.api.taskqueue.v1.IPollerInfo): boolean {
  return Date.parse(timestamp(lastAccessTime) ?? '') > Date.now() - POLLER_LIFETIME_MS;
}

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = proto.temporal.api.enums.v1.TaskQueueType;
const TASK_QUEUE_TYPES = { workflows: TASK_QUEUE_TYPE_WORKFLOW, activities: TASK_QUEUE_TYPE_ACTIVITY } as const;
