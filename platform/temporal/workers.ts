import proto from '@temporalio/proto';
import { timestamp } from '../jobs/decode.ts';
import type { ConnectionLike } from '@temporalio/client';

export type TaskKind = 'workflow' | 'activity';

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

export type HasPoller = (taskQueue: string, kind: TaskKind) => Promise<boolean>;

/** {@link hasPoller} of one Temporal, asked at most once a second for each queue. A failed question is not remembered. */
export function rememberPollers(temporal: Namespace): HasPoller {
  const answers = new Map<string, { readonly askedAt: number; readonly answer: Promise<boolean> }>();
  return (taskQueue, kind) => {
    const key = `${kind} ${taskQueue}`;
    const known = answers.get(key);
    if (known && Date.now() - known.askedAt < REMEMBER_MS) return known.answer;
    const answer = hasPoller(temporal, taskQueue, kind);
    answers.set(key, { askedAt: Date.now(), answer });
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

/** Whether any worker takes tasks of this kind from the queue, as Temporal's matching service saw it last. */
export async function hasPoller(
  { connection, namespace }: Namespace,
  taskQueue: string,
  kind: TaskKind,
): Promise<boolean> {
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TASK_QUEUE_TYPE[kind],
  });
  const horizon = Date.now() - POLLER_LIFETIME_MS;
  return (pollers ?? []).some(({ lastAccessTime }) => Date.parse(timestamp(lastAccessTime) ?? '') > horizon);
}

const TASK_QUEUE_TYPE = {
  workflow: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  activity: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
} as const;
