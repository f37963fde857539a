/** Tells a disk that is full from other faults: of this machine, of Postgres, of the object store, of Temporal. */
import { isGrpcServiceError } from '@temporalio/client';

/** The file system's own, and `disk_full` of Postgres. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** What stores say in S3's errors: MinIO, Ceph and others. SeaweedFS says `InternalError` only. */
const S3_NAMES: ReadonlySet<unknown> = new Set(['XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);
const S3_STATUS = 507;

/** What Temporal passes on of its own database: of SQLite, Postgres and MySQL. */
const TEMPORAL_TEXT = /disk is full|no space left on device|table '[^']*' is full/i;

/** Whether an error means that something cannot be written because there is no room for it. */
export function isStorageFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const member = (name: string): unknown => Reflect.get(error, name);
  if (CODES.has(member('code')) || S3_NAMES.has(member('name'))) return true;
  if (Object(member('$metadata')).httpStatusCode === S3_STATUS) return true;
  if (isGrpcServiceError(error) && TEMPORAL_TEXT.test(error.details)) return true;
  // Prisma keeps what Postgres said beside its own error.
  return isStorageFull(Object(member('meta')).driverAdapterError) || isStorageFull(member('cause'));
}
