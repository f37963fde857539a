/**
 * Slots, which limit how many jobs of a tenant run at once: how a job waits for one, and the watch over waiting jobs.
 * Names with `capacity` mean slots: Temporal's histories and memos have them.
 */
import {
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  log,
  proxyLocalActivities,
  setHandler,
  sleep,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import type { SlotActivities } from '../../activities/jobs/job-slots.ts';
import { CAPACITY_SIGNAL, WATCH_SIGNAL } from '../../domain/jobs/model.ts';
import type { JobEnvelope, JobMemo, WatchCapacity } from '../../domain/jobs/model.ts';
import { LOCAL_ACTIVITY } from './local-activity.ts';

const capacitySignal = defineSignal(CAPACITY_SIGNAL);
const watchSignal = defineSignal(WATCH_SIGNAL);

/** How soon the slot of a terminated job is reclaimed while other jobs wait for one. */
const WATCH_INTERVAL = '5 seconds';

const { takeCapacity, mendCapacity } = proxyLocalActivities<SlotActivities>({
  ...LOCAL_ACTIVITY,
  startToCloseTimeout: '1 minute',
});

/**
 * Returns a function that resolves when the job has a slot, which it keeps until its record is written. `show` reports
 * the wait.
 */
export function slotFor(envelope: JobEnvelope, show: (text: string) => void): () => Promise<void> {
  let isGranted = false;
  setHandler(capacitySignal, () => {
    isGranted = true;
  });
  const take = async (): Promise<void> => {
    // The activity is called even when the signal has arrived: a lost workflow task may already have called it and
    // caused the signal, and the SDK may have kept the result. Whether a marker is written must not depend on which one
    // a replay sees first.
    if (await takeCapacity(envelope)) return;
    upsertMemo({ awaits_capacity: true } satisfies Partial<JobMemo>);
    show('waiting for capacity: the tenant has reached MAX_RUNNING_JOBS_PER_TENANT');
    await condition(() => isGranted);
    upsertMemo({ awaits_capacity: false } satisfies Partial<JobMemo>);
  };
  // Steps that run in parallel share one slot.
  let taken: Promise<void> | undefined = envelope.limits.max_running_jobs === undefined ? Promise.resolve() : undefined;
  return () => (taken ??= take());
}

/** Runs while jobs of a tenant wait for a slot, and reclaims slots that ended jobs did not release. */
export const watchCapacity: WatchCapacity = async (tenantId) => {
  let isWanted = true;
  setHandler(watchSignal, () => {
    isWanted = true;
  });
  while (!workflowInfo().continueAsNewSuggested) {
    isWanted = false;
    // A job that began to wait in the meantime has sent a signal.
    if ((await look(tenantId)) === 'nobody waits' && !isWanted) return;
    await sleep(WATCH_INTERVAL);
  }
  await continueAsNew<WatchCapacity>(tenantId);
};

/** A failed check does not end the watch, because nothing else watches. */
async function look(tenantId: string): Promise<'some wait' | 'nobody waits'> {
  try {
    return (await mendCapacity(tenantId)) === 0 ? 'nobody waits' : 'some wait';
  } catch (failure) {
    if (isCancellation(failure)) throw failure;
    log.error('The job slots of a tenant could not be checked', { failure });
    return 'some wait';
  }
}
