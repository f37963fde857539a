/** Changes and removes objects. This requires read access to the object and the write scope. */
import { ServiceError } from '../../errors/index.ts';
import { changeObjectRow } from '../../domain/storage/write-object.ts';
import { removeObject } from '../../domain/storage/remove-object.ts';
import { unfinishedJobsOn } from '../jobs/unfinished-jobs.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { safeFilename } from './filename.ts';
import { findObject, readObject } from '../../domain/storage/objects.ts';
import type { ObjectRow } from '../../domain/storage/objects.ts';
import { locatorOf } from './present.ts';
import type { ObjectPatch } from './schemas.ts';
import { attributesOf } from './uploads/session.ts';

export async function changeObject(
  services: Services,
  caller: Caller,
  objectId: string,
  patch: ObjectPatch,
): Promise<ObjectRow> {
  const { database, config } = services;
  await findObject(services, caller, objectId);
  const change = {
    ...attributesOf(patch),
    ...(patch.filename !== undefined && { filename: safeFilename(patch.filename) }),
  };
  const { temporaryRetentionDays } = config.storage;
  const { tenantId } = caller;
  const isThere = await changeObjectRow(database.db, { id: objectId, tenantId }, change, temporaryRetentionDays);
  if (!isThere) throw new ServiceError('not_found', `There is no object ${objectId}.`);
  return readObject(services, caller, objectId);
}

/** Throws `object_in_use`, naming the jobs that have not ended and work on the object, unless `force` is set. */
export async function deleteObject(
  services: Services,
  caller: Caller,
  objectId: string,
  { force }: { readonly force: boolean },
): Promise<void> {
  const { id, tenantId } = await findObject(services, caller, objectId);
  const jobIds = force ? [] : await unfinishedJobsOn(services, tenantId, locatorOf(id));
  if (jobIds.length > 0) {
    const named = jobIds.slice(0, 10);
    throw new ServiceError('object_in_use', `Number of open jobs that read it: ${jobIds.length}.`, { job_ids: named });
  }
  await removeObject(services, id);
}
