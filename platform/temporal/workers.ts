import type { ConnectionLike } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';
import { timestamp } from './decode.ts';

/** A queue, and which of its two kinds of tasks are meant. */
export interface PolledQueue {
  readonly taskQueue: string;
  readonly runs: 'workflows' | 'activities';
}

/**
 * How long after its last poll a worker still counts as there. An idle worker's poll is answered after a minute at the
 * latest, so that one which is silent for longer is gone.
 */
const POLLER_LIFETIME_MS = 70_000;

/** How long an answer about pollers is taken for true: many jobs that wait for one queue ask once. */
const REMEMBER_MS = 1000;

/** A namespace and a way to it: the API's or a worker's. */
export interface Namespace {
  readonly connection: Pick<ConnectionLike, 'workflowService'>;
  readonly namespace: string;
}

export type HasPoller = (queue: PolledQueue) => Promise<boolean>;

/** {@link hasPoller} of one Temporal, asked at most once a second for each queue. A failed question is not remembered. */
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

/** Whether any worker takes such tasks from the queue. */
export async function hasPoller(temporal: Namespace, queue: PolledQueue): Promise<boolean> {
  return (await describe(temporal, queue)).pollers?.some(isThere) ?? false;
}

/**
 * Whether nobody has asked for such tasks for some minutes, which is as long as Temporal remembers: a worker that is too busy to ask,
 * or was killed a moment ago, counts as one that comes back.
 */
export async function isDeserted(temporal: Namespace, queue: PolledQueue): Promise<boolean> {
  const { pollers } = await describe(temporal, queue);
  return (pollers ?? []).length === 0;
}

/** What a queue holds, and who takes from it. */
export interface QueueFigures {
  readonly taskQueue: string;
  /** Workers that take from it. */
  readonly pollers: number;
  /** Tasks that wait in it, about; those of a workflow's own worker, which wait a few seconds at most, are not among them. */
  readonly tasks: number;
  /** How long the oldest of them has waited; 0 when none waits. */
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

/** Whether this very process takes such tasks from all of the queues. */
export async function isPolledBy(temporal: Namespace, pid: number, queues: readonly PolledQueue[]): Promise<boolean> {
  const answers = await Promise.all(queues.map((queue) => describe(temporal, queue)));
  return answers.every(({ pollers }) => pollers?.some(({ identity }) => identity?.startsWith(`${pid}@`)));
}

/**
 * The pollers are as Temporal's matching service saw them last: processes that died minutes ago are among them. It counts the
 * tasks only when it is asked to.
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
