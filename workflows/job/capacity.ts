/** Places at work, where a tenant has a limited number of them: how a job waits for one, and who watches over those who wait. */
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
import type { CapacityActivities } from '../../activities/jobs/capacity.ts';
import { CAPACITY_SIGNAL, WATCH_SIGNAL } from '../../domain/jobs/model.ts';
import type { JobEnvelope, JobMemo } from '../../domain/jobs/model.ts';
import { LOCAL_ACTIVITY } from './local-activity.ts';

const capacitySignal = defineSignal(CAPACITY_SIGNAL);
const watchSignal = defineSignal(WATCH_SIGNAL);

/** How soon the place of a terminated job is found, while others wait for it. */
const WATCH_INTERVAL = '5 seconds';

const { takeCapacity, mendCapacity } = proxyLocalActivities<CapacityActivities>({
  ...LOCAL_ACTIVITY,
  startToCloseTimeout: '1 minute',
});

/** A function that resolves when the job has a place, which it keeps until its record is written. `show` is told of the wait. */
export function placeFor(envelope: JobEnvelope, show: (text: string) => void): () => Promise<void> {
  let isGranted = false;
  setHandler(capacitySignal, () => {
    isGranted = true;
  });
  const take = async (): Promise<void> => {
    // Asked even when the signal is there: what was asked in a workflow task that got lost may have brought it, and the SDK may
    // have kept the answer. Whether a marker is written must not depend on which of the two a replay sees first.
    if (await takeCapacity(envelope)) return;
    upsertMemo({ awaits_capacity: true } satisfies Partial<JobMemo>);
    show('waiting for capacity: the tenant has reached MAX_RUNNING_JOBS_PER_TENANT');
    await condition(() => isGranted);
    upsertMemo({ awaits_capacity: false } satisfies Partial<JobMemo>);
  };
  // Steps side by side take one place together.
  let taken: Promise<void> | undefined = envelope.limits.max_running_jobs === undefined ? Promise.resolve() : undefined;
  return () => (taken ??= take());
}

/** Runs while jobs of a tenant wait for a place: finds the places that nobody gave back. */
export async function watchCapacity(tenantId: string): Promise<void> {
  let isWanted = true;
  setHandler(watchSignal, () => {
    isWanted = true;
  });
  while (!workflowInfo().continueAsNewSuggested) {
    isWanted = false;
    // Whoever began to wait meanwhile has signalled.
    if ((await look(tenantId)) === 'nobody waits' && !isWanted) return;
    await sleep(WATCH_INTERVAL);
  }
  await continueAsNew<typeof watchCapacity>(tenantId);
}

/** A look that fails is not the last one: nobody else watches. */
async function look(tenantId: string): Promise<'some wait' | 'nobody waits'> {
  try {
    return (await mendCapacity(tenantId)) === 0 ? 'nobody waits' : 'some wait';
  } catch (failure) {
    if (isCancellation(failure)) throw failure;
    log.error('The places of a tenant could not be looked after', { failure });
    return 'some wait';
  }
}
