/** What the service does to stored bytes by itself: verifying large uploads, and sweeping. */
import { proxyActivities } from '@temporalio/workflow';
import type { StorageActivities } from '../activities/storage.ts';
import { STORAGE_TASK_QUEUE } from '../platform/jobs/model.ts';
import type { UploadState } from '../platform/storage/uploads.ts';

export interface VerifyUploadInput {
  readonly upload_id: string;
  readonly heartbeat_timeout_ms: number;
}

/** Verifies what a session received and makes the object of it. The session itself tells the outcome, and why. */
export async function verifyUpload(input: VerifyUploadInput): Promise<{ readonly state: UploadState }> {
  // Terabytes take hours, and an attempt begins anew: a store that is away is waited for, not given up.
  const { verifyStoredUpload } = proxyActivities<StorageActivities>({
    taskQueue: STORAGE_TASK_QUEUE,
    summary: input.upload_id,
    startToCloseTimeout: '12 hours',
    scheduleToCloseTimeout: '20 hours',
    heartbeatTimeout: input.heartbeat_timeout_ms,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });
  return { state: await verifyStoredUpload(input.upload_id) };
}
