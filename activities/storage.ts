/** Steps that read or remove stored bytes. */
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/client.ts';
import type { ObjectStore } from '../platform/objects.ts';
import { runBeating } from './step.ts';
import { verifyStoredUpload } from './storage/verify-upload.ts';

export interface StorageDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
}

export type StorageActivities = ReturnType<typeof createStorageActivities>;
export function createStorageActivities(dependencies: StorageDependencies) {
  return {
    verifyStoredUpload: (uploadId: string) =>
      runBeating((signal, beat) => verifyStoredUpload(dependencies, uploadId, signal, beat)),
  };
}
