import type { Static } from 'typebox';
import { countAttempts } from '../../domain/jobs/attempts.ts';
import { decodeFailure } from '../../domain/jobs/decode.ts';
import { timestamp } from '../../platform/temporal/decode.ts';
import type { JobLimits, StepWaiting } from '../../domain/jobs/model.ts';
import { RESOURCES } from '../../domain/manifests/index.ts';
import type { PolledQueue } from '../../platform/temporal/workers.ts';
import { lackOfWorker } from '../../domain/probes.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './job-lookup.ts';
import type { JobStatusDetail } from './schemas.ts';
import { heartbeatOf, isAtWork } from './state.ts';
import type { PendingActivity } from './state.ts';

export type WaitingOn = NonNullable<Static<typeof JobStatusDetail>['waiting_on']>;

const PAUSED = 'The job is paused. Resume it with POST /v1/jobs/{jobId}/resume.';

function capacityMessage({ max_running_jobs }: JobLimits): string {
  return (
    `The tenant has reached its limit of running jobs (${max_running_jobs}). This job starts when another one ` +
    'ends.'
  );
}

function turnMessage({ for: what, queued, job_id }: StepWaiting): string {
  if (job_id !== undefined) return `${RESOURCES[what]}: ${job_id}. This one starts when that one has ended.`;
  const queue = queued > 1 ? `; ${queued} steps are waiting, including this one` : '';
  return `${RESOURCES[what]}${queue}. Tenants take turns; it starts automatically.`;
}

const NOTHING = { count: 1, task_queue: null, activity: null, attempt: null, next_attempt_at: null, last_error: null };

/**
 * Order in which waits are reported: first those that need action, then those that may need attention, last those that
 * resolve automatically. Kinds that are not listed apply to the whole job and never coincide with others.
 */
const MOST_USEFUL_FIRST: readonly string[] = ['worker', 'credential', 'retry', ...Object.keys(RESOURCES)];

/** Why an open job or some of its steps are waiting; `null` when none are, or no reason is known. */
export async function waitingOn(services: Services, { description, memo }: KnownJob): Promise<WaitingOn | null> {
  const pending = description.raw.pendingActivities ?? [];
  if (!pending.some(isAtWork)) {
    if (memo.paused || pending.some(({ paused }) => paused)) return { ...NOTHING, kind: 'paused', message: PAUSED };
    if (memo.awaits_capacity) return { ...NOTHING, kind: 'capacity', message: capacityMessage(memo.job.limits) };
  }
  const { taskQueue } = description;
  if (pending.length > 0) {
    return mostUseful(await Promise.all(pending.map((activity) => waitOf(services, taskQueue, activity))));
  }
  return description.raw.pendingWorkflowTask ? worker(services, { taskQueue, runs: 'workflows' }) : null;
}

/** The most useful of several waits, with their number. */
export function mostUseful(waits: readonly (WaitingOn | null)[]): WaitingOn | null {
  const known = waits.filter((wait) => wait !== null);
  const rank = ({ kind }: WaitingOn): number => MOST_USEFUL_FIRST.indexOf(kind);
  const [first] = known.toSorted((a, b) => rank(a) - rank(b));
  return first ? { ...first, count: known.length } : null;
}

/** What one step waits for. */
async function waitOf(services: Services, taskQueue: string, activity: PendingActivity): Promise<WaitingOn | null> {
  const own = turn(activity);
  if (isAtWork(activity)) return own;
  if (own === null && attemptOf(activity) > 1) return retry(activity);
  const queue = activity.activityOptions?.taskQueue?.name ?? taskQueue;
  return (await worker(services, { taskQueue: queue, runs: 'activities' })) ?? own;
}

/** A step waiting for its turn at a shared resource, on a worker or until the next worker takes it. */
function turn(activity: PendingActivity): WaitingOn | null {
  const waiting = heartbeatOf(activity)?.waiting ?? null;
  return waiting && { ...NOTHING, kind: waiting.for, message: turnMessage(waiting) };
}

async function worker({ hasPoller }: Services, queue: PolledQueue): Promise<WaitingOn | null> {
  const message = await lackOfWorker(hasPoller, queue);
  return message === null ? null : { ...NOTHING, kind: 'worker', message, task_queue: queue.taskQueue };
}

function attemptOf(pending: PendingActivity): number {
  return countAttempts(pending.attempt ?? 1, heartbeatOf(pending)).shown;
}

function retry(pending: PendingActivity): WaitingOn {
  const { activityType, lastFailure, nextAttemptScheduleTime } = pending;
  const attempt = attemptOf(pending);
  const activity = activityType?.name ?? 'step';
  const error = lastFailure ? decodeFailure(lastFailure) : null;
  const isCredential = error?.code === 'credential_missing';
  return {
    ...NOTHING,
    kind: isCredential ? 'credential' : 'retry',
    message: isCredential ? error.message : `Attempt ${attempt} of ${activity} follows a failed attempt.`,
    activity,
    attempt,
    next_attempt_at: timestamp(nextAttemptScheduleTime),
    last_error: error,
  };
}
