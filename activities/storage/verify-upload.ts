import type { Config } from '../../domain/settings.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { finishUpload } from '../../domain/storage/finish-upload.ts';
import { readSession } from '../../domain/storage/sessions.ts';
import type { UploadState } from '../../domain/storage/uploads.ts';

export interface VerifyDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
}

/**
 * Verifies and finishes an upload session, and returns its final state. A retry finds the session done and changes
 * nothing.
 */
export async function verifyStoredUpload(
  { config, database, objects }: VerifyDependencies,
  uploadId: string,
  signal: AbortSignal,
  beat: (bytes: number) => void,
): Promise<UploadState> {
  const session = await readSession(database, uploadId);
  if (session.state === 'verifying') {
    const { temporaryRetentionDays } = config.storage;
    const dependencies = { database, objects, temporaryRetentionDays };
    await finishUpload(dependencies, session, session.sha256, { signal, onBytes: beat });
  }
  return (await readSession(database, uploadId)).state;
}
