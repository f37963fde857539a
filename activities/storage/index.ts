/** Activities that verify or remove stored bytes. */
import { Context } from '@temporalio/activity';
import { removeExpiredEvaluationDatasets } from '../../domain/evaluation/datasets/datasets.ts';
import { removeExpiredDatasets } from '../../domain/knowledge/maintenance/index.ts';
import { removeOldSearchSessions } from '../../domain/knowledge/search/index.ts';
import { SWEEP_STEPS } from '../../domain/manifests/index.ts';
import type { SweepStep } from '../../domain/manifests/index.ts';
import { removeOldCalls } from '../../domain/models/finished-calls.ts';
import { removeExpiredJobs } from '../jobs/sweep.ts';
import type { Tell } from '../jobs/sweep.ts';
import { runBeating } from '../step/plain-activities.ts';
import { expireSessions, removeEndedSessions, removeExpiredObjects } from './sweep-expired.ts';
import { removeOrphans } from './sweep-orphans.ts';
import { removeOldSources } from './sweep-sources.ts';
import { verifyStoredUpload } from './verify-upload.ts';
import type { VerifyDependencies } from './verify-upload.ts';

export type StorageLocalActivities = typeof storageLocalActivities;
export const storageLocalActivities = {
  /** Steps of a sweep that starts now. */
  sweepSteps: async () => SWEEP_STEPS,
};

export type StorageActivities = ReturnType<typeof createStorageActivities>;
export function createStorageActivities(dependencies: VerifyDependencies) {
  /** Runs a sweep that stops between two removals when it is cancelled or its attempt times out. */
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
    expireSessions: () =>
      sweep(async (tell) => {
        const expired = await expireSessions(dependencies, tell);
        await removeEndedSessions(dependencies, tell);
        return expired;
      }),
    removeExpiredObjects: () => sweep((tell) => removeExpiredObjects(dependencies, tell)),
    removeExpiredJobs: () => sweep((tell) => removeExpiredJobs(dependencies, Context.current().client.workflow, tell)),
    removeOldSources: () =>
      sweep((tell) => removeOldSources(dependencies, dependencies.config.jobs.retentionDays, tell)),
    removeExpiredDatasets: () => sweep((tell) => removeExpiredDatasets(dependencies, tell)),
    removeExpiredEvaluationDatasets: () => sweep((tell) => removeExpiredEvaluationDatasets(dependencies, tell)),
    removeOldSearchSessions: () =>
      sweep((tell) =>
        removeOldSearchSessions(dependencies.database, dependencies.config.knowledge.sessionRetentionDays, tell),
      ),
    removeOldModelCalls: () => sweep((tell) => removeOldCalls(dependencies.database.db, tell)),
    removeOrphans: (ageMs: number) =>
      sweep((tell) => removeOrphans(dependencies, Context.current().client.workflow, ageMs, tell)),
  } satisfies Readonly<Record<SweepStep, () => Promise<number>> & Record<string, unknown>>;
}
