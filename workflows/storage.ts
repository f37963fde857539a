/** Background work on stored bytes: verifying large uploads, and sweeping. */
import { condition, defineSignal, proxyActivities, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { StorageActivities, StorageLocalActivities } from '../activities/storage/index.ts';
import type { OrphanCounts } from '../activities/storage/sweep-orphans.ts';
import { STORAGE_TASK_QUEUE, VERIFY_SIGNAL } from '../domain/manifests/storage.ts';
import type { SweepStep } from '../domain/manifests/index.ts';
import type { UploadState } from '../domain/storage/uploads.ts';
import { LOCAL_ACTIVITY } from './job/local-activity.ts';

export interface VerifyUploadInput {
  readonly upload_id: string;
  readonly heartbeat_timeout_ms: number;
}

const verifySignal = defineSignal(VERIFY_SIGNAL);

/**
 * Verifies the bytes of an upload session and creates the object from them. The outcome and its reason are stored on
 * the session. Each completion request sends a signal, because one that quickly follows a rejection may reach the run
 * that rejected.
 */
export async function verifyUpload(input: VerifyUploadInput): Promise<{ readonly state: UploadState }> {
  let isWanted = false;
  setHandler(verifySignal, () => {
    isWanted = true;
  });
  // Terabytes take hours, and each attempt starts from the beginning. If the store is unavailable, the activity waits
  // for it.
  const { verifyStoredUpload } = proxyActivities<StorageActivities>({
    taskQueue: STORAGE_TASK_QUEUE,
    summary: input.upload_id,
    startToCloseTimeout: '12 hours',
    scheduleToCloseTimeout: '20 hours',
    heartbeatTimeout: input.heartbeat_timeout_ms,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });
  await condition(() => isWanted);
  for (;;) {
    isWanted = false;
    const state = await verifyStoredUpload(input.upload_id);
    if (!isWanted) return { state };
  }
}

export interface SweepInput {
  /** Minimum age of removed bytes that no row references: a request may be about to commit younger ones. */
  readonly orphan_age_ms: number;
}

/** What a sweep removed. */
export interface SweepResult extends OrphanCounts {
  /** How many of its things each step removed. */
  readonly removed: Readonly<Partial<Record<SweepStep, number>>>;
}

const { sweepSteps } = proxyLocalActivities<StorageLocalActivities>(LOCAL_ACTIVITY);
const sweeping = proxyActivities<StorageActivities>({
  taskQueue: STORAGE_TASK_QUEUE,
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 20 },
});

/**
 * Removes what has expired, then the leftovers of interrupted work. Safe to run twice at once. Its history says which
 * steps it has, so that a sweep that another release started is replayed with the steps of that release.
 */
export async function sweepStorage({ orphan_age_ms }: SweepInput): Promise<SweepResult> {
  const removed: Partial<Record<SweepStep, number>> = {};
  for (const step of await sweepSteps()) removed[step] = await sweeping[step]();
  return { removed, ...(await sweeping.removeOrphans(orphan_age_ms)) };
}
