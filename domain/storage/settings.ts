/** Settings of stored objects and their uploads. */
import type { SettingsReader } from '../../platform/config/reader.ts';

export interface StorageSettings {
  /** Part size of an upload; smaller files are sent in one part. */
  readonly uploadPartBytes: number;
  readonly uploadSessionHours: number;
  /** Larger uploads are verified by a workflow, asynchronously. */
  readonly syncVerifyBytes: number;
  /** How long objects of the retention class `temporary` are kept. */
  readonly temporaryRetentionDays: number;
}

const MIB = 1024 * 1024;

export function readStorage({ integer }: SettingsReader): StorageSettings {
  return {
    uploadPartBytes: integer('UPLOAD_PART_BYTES', 16 * MIB, 5 * MIB),
    uploadSessionHours: integer('UPLOAD_SESSION_HOURS', 24, 1),
    syncVerifyBytes: integer('UPLOAD_SYNC_VERIFY_BYTES', 64 * MIB, 0),
    temporaryRetentionDays: integer('TEMPORARY_RETENTION_DAYS', 7, 1),
  };
}
