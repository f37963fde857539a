import { decideAccess, guardedBy } from '../../domain/access/policy.ts';
import { readTimeCursor } from '../contract/time-cursor.ts';
import { timestampOf } from '../contract/timestamp.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { listObjectRows } from '../../domain/storage/list-objects.ts';
import { hasVersion } from '../../domain/storage/objects.ts';
import type { ObjectRow } from '../../domain/storage/objects.ts';

export interface ObjectFilter {
  readonly tag?: string | undefined;
  readonly filename?: string | undefined;
  readonly content_type?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Up to `take` of the tenant's objects after a cursor, newest first. */
export function listObjects(
  { database }: Services,
  { tenantId }: Caller,
  { tag, filename, content_type, created_after, created_before, cursor }: ObjectFilter,
  take: number,
): Promise<ObjectRow[]> {
  const query = {
    tag,
    filename,
    mediaType: content_type?.toLowerCase(),
    createdFrom: created_after === undefined ? undefined : timestampOf(created_after),
    createdBefore: created_before === undefined ? undefined : timestampOf(created_before),
    after: cursor === undefined ? undefined : readTimeCursor('obj', cursor),
  };
  return listObjectRows(database, tenantId, query, take);
}

/** Whether a row of the list is an object that its policy does not keep from the caller. */
export function isShown(row: ObjectRow, caller: Caller): boolean {
  return hasVersion(row) && decideAccess(caller, guardedBy(row)) === 'allowed';
}
