/** Background work on stored bytes: verifying large uploads, and sweeping. */
import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { StorageActivities } from '../activities/storage/index.ts';
import type { OrphanCounts } from '../activities/storage/sweep-orphans.ts';
import { STORAGE_TASK_QUEUE, VERIFY_SIGNAL } from '../domain/manifests/storage.ts';
import type { UploadState } from '../domain/storage/uploads.ts';

export interface VerifyUploadInput {
  readonly upload_id: string;
  readonly heartbeat_timeout_ms: number;
}

const verifySignal = defineSignal(VERIFY_SIGNAL);

/**
 * Verifies the bytes of an upload session and creates the object from them. The outcome and its reason are stored on the
 * session. Each completion request sends a signal, because one that quickly follows a rejection may reach the run that rejected.
 */
export async function verifyUpload(input: VerifyUploadInput): Promise<{ readonly state: UploadState }> {
  let isWanted = false;
  setHandler(verifySignal, () => {
    isWanted = true;
  });
  // Terabytes take hours, and each attempt starts from the beginning. If the store is unavailable, the activity waits for it.
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
  readonly sessions_expired: number;
  readonly objects_removed: number;
  readonly jobs_removed: number;
  readonly sources_removed: number;
  readonly model_calls_removed: number;
  readonly datasets_removed: number;
  readonly search_sessions_removed: number;
}

const sweeping = proxyActivities<StorageActivities>({
  taskQueue: STORAGE_TASK_QUEUE,
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Removes what has expired, then the leftovers of interrupted work. Safe to run twice at once. */
export async function sweepStorage({ orphan_age_ms }: SweepInput): Promise<SweepResult> {
  const sessions_expired = await sweeping.expireSessions();
  const objects_removed = await sweeping.removeExpiredObjects();
  const jobs_removed = await sweeping.removeExpiredJobs();
  const sources_removed = await sweeping.removeOldSources();
  const model_calls_removed = await sweeping.removeOldModelCalls();
  const datasets_removed = await sweeping.removeExpiredDatasets();
  const search_sessions_removed = await sweeping.removeOldSearchSessions();
  const orphans = await sweeping.removeOrphans(orphan_age_ms);
  return {
    ...{ sessions_expired, objects_removed, jobs_removed, sources_removed, model_calls_removed },
    ...{ datasets_removed, search_sessions_removed },
    ...orphans,
  };
}
