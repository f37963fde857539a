/** What the jobs of a synchronous request wait for, while it waits for them. */
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { isDeserted } from '../../../platform/temporal/workers.ts';
import { isUnavailable } from '../../../platform/faults/unavailable.ts';
import { WORKER_PROFILES } from '../../../domain/workers.ts';
import { describeJob } from '../job-lookup.ts';
import { waitingOn } from '../waiting.ts';
import type { WaitingOn } from '../waiting.ts';
import type { Services } from '../../services.ts';

/** Polling interval. */
const LOOK_EVERY_MS = 1000;

/** What the first waiting job is waiting for; `null` when none is waiting or Temporal is unavailable. */
export async function firstWaiting(
  services: Services,
  jobIds: Iterable<string>,
  isMeant: (waiting: WaitingOn) => boolean = () => true,
): Promise<WaitingOn | null> {
  try {
    for (const jobId of jobIds) {
      const job = await describeJob(services, jobId);
      const isOpen = job?.description.closeTime === undefined;
      const waiting = job && isOpen ? await waitingOn(services, job) : null;
      if (waiting && isMeant(waiting)) return waiting;
    }
    return null;
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/**
 * Polls until one of the open jobs waits for a queue that has had no worker for minutes, and returns that queue; `null`
 * once the signal is aborted.
 */
export async function untilWithoutWorker(
  services: Services,
  open: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ readonly task_queue: string } | null> {
  while (!signal.aborted) {
    await delay(LOOK_EVERY_MS, null, { signal }).catch(() => null);
    if (signal.aborted) break;
    const found = await firstWaiting(services, open, ({ kind }) => kind === 'worker');
    const queue = Object.values(WORKER_PROFILES).find(({ taskQueue }) => taskQueue === found?.task_queue);
    if (queue && (await isDeserted(services.temporal, queue).catch(isNotKnown))) return { task_queue: queue.taskQueue };
  }
  return null;
}

/** While Temporal is unavailable, nothing is known. */
function isNotKnown(error: unknown): false {
  if (isUnavailable(error)) return false;
  throw error;
}

/** Asks Temporal to cancel the jobs; those that have ended stay as they are. */
export async function cancelAll({ temporal }: Services, jobIds: Iterable<string>): Promise<void> {
  for (const jobId of jobIds) {
    try {
      await temporal.client.workflow.getHandle(jobId).cancel();
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
}
