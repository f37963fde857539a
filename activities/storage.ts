/** Steps that read or remove stored bytes. */
import { Context } from '@temporalio/activity';
import { runBeating } from './step.ts';
import { removeOrphans } from './storage/sweep-orphans.ts';
import { removeOldSources } from './storage/sweep-sources.ts';
import { expireSessions, removeExpiredJobs, removeExpiredObjects } from './storage/sweep.ts';
import type { Tell } from './storage/sweep.ts';
import { verifyStoredUpload } from './storage/verify-upload.ts';
import type { VerifyDependencies } from './storage/verify-upload.ts';

export type StorageActivities = ReturnType<typeof createStorageActivities>;
export function createStorageActivities(dependencies: VerifyDependencies) {
  /** A step that stops between two removals when it is cancelled, or its attempt given up. */
  const sweep = <T>(work: (tell: Tell) => Promise<T>): Promise<T> =>
    runBeating((signal, beat) =>
      work((count) => {
        signal.throwIfAborted();
        beat(count);
      }),
    );
  return {
    verifyStoredUpload: (uploadId: string) =>
      runBeating((signal, beat) => verifyStoredUpload(dependencies, uploadId, signal, beat)),
    expireSessions: () => sweep((tell) => expireSessions(dependencies, tell)),
    removeExpiredObjects: () => sweep((tell) => removeExpiredObjects(dependencies, tell)),
    removeExpiredJobs: () => sweep((tell) => removeExpiredJobs(dependencies, tell)),
    removeOldSources: () =>
      sweep((tell) => removeOldSources(dependencies, dependencies.config.jobs.retentionDays, tell)),
    removeOrphans: (ageMs: number) =>
      sweep((tell) => removeOrphans(dependencies, Context.current().client.workflow, ageMs, tell)),
  };
}
