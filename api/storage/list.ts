import { decideAccess, guardedBy } from '../../domain/access/policy.ts';
import { readPage } from '../contract/page.ts';
import { readTimeCursor, timeCursorOf } from '../contract/time-cursor.ts';
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
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A page of the tenant's objects, newest first, without those that their policy keeps from the caller. */
export async function listObjects(
  { database }: Services,
  caller: Caller,
  filter: ObjectFilter,
  { limit, cursor }: PageRequest,
): Promise<{ readonly rows: ObjectRow[]; readonly next_cursor: string | null }> {
  const { tag, filename, content_type, created_after, created_before } = filter;
  const query = {
    tag,
    filename,
    mediaType: content_type?.toLowerCase(),
    createdFrom: created_after === undefined ? undefined : timestampOf(created_after),
    createdBefore: created_before === undefined ? undefined : timestampOf(created_before),
    after: cursor === undefined ? undefined : readTimeCursor('obj', cursor),
  };
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => listObjectRows(database, caller.tenantId, query, take),
    timeCursorOf,
  );
  return {
    rows: rows.filter((row) => hasVersion(row) && decideAccess(caller, guardedBy(row)) === 'allowed'),
    next_cursor,
  };
}
