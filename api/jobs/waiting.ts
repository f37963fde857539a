import type { Static } from 'typebox';
import { decodeFailure, timestamp } from '../../platform/jobs/decode.ts';
import type { JobLimits } from '../../platform/jobs/model.ts';
import type { PolledQueue } from '../../platform/temporal/workers.ts';
import { noWorkerMessage } from '../../temporal-config/workers.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './find.ts';
import type { JobStatusDetail } from './schemas.ts';
import { isAtWork } from './state.ts';
import type { PendingActivity } from './state.ts';

type WaitingOn = NonNullable<Static<typeof JobStatusDetail>['waiting_on']>;

const PAUSED = 'The job is paused. Let it go on: POST /v1/jobs/{jobId}/resume.';

function capacityMessage({ max_running_jobs }: JobLimits): string {
  return `The tenant has as many jobs at work as it may (${max_running_jobs}). This one begins when another has ended.`;
}

const NOTHING = { task_queue: null, activity: null, attempt: null, next_attempt_at: null, last_error: null };

/** Why an open job does not move; `null` when it does, or when nothing is known to hold it. */
export async function waitingOn(services: Services, { description, memo }: KnownJob): Promise<WaitingOn | null> {
  const pending = description.raw.pendingActivities ?? [];
  if (pending.some(isAtWork)) return null;
  if (memo.paused || pending.some(({ paused }) => paused)) return { ...NOTHING, kind: 'paused', message: PAUSED };
  if (memo.awaits_capacity) return { ...NOTHING, kind: 'capacity', message: capacityMessage(memo.job.limits) };

  const backingOff = pending.find(({ attempt }) => (attempt ?? 1) > 1);
  if (backingOff) return retry(backingOff);

  const queued = pending[0];
  if (queued) {
    const name = queued.activityOptions?.taskQueue?.name ?? description.taskQueue;
    return worker(services, { taskQueue: name, runs: 'activities' });
  }
  const { taskQueue } = description;
  return description.raw.pendingWorkflowTask ? worker(services, { taskQueue, runs: 'workflows' }) : null;
}

async function worker({ hasPoller }: Services, queue: PolledQueue): Promise<WaitingOn | null> {
  if (await hasPoller(queue)) return null;
  const { taskQueue } = queue;
  return { ...NOTHING, kind: 'worker', message: noWorkerMessage(taskQueue), task_queue: taskQueue };
}

function retry({ activityType, attempt, lastFailure, nextAttemptScheduleTime }: PendingActivity): WaitingOn {
  const activity = activityType?.name ?? 'step';
  const error = lastFailure ? decodeFailure(lastFailure) : null;
  const isCredential = error?.code === 'credential_missing';
  return {
    ...NOTHING,
    kind: isCredential ? 'credential' : 'retry',
    message: isCredential ? error.message : `Attempt ${attempt} of ${activity} follows a failed one.`,
    activity,
    attempt: attempt ?? null,
    next_attempt_at: timestamp(nextAttemptScheduleTime),
    last_error: error,
  };
}
