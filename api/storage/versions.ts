import { listVersionRows, readVersion } from '../../domain/storage/list-objects.ts';
import { ServiceError } from '../../errors/index.ts';
import { readPage } from '../contract/page.ts';
import { ValidationError } from '../contract/validation.ts';
import type { Services } from '../services.ts';
import { currentVersion } from '../../domain/storage/objects.ts';
import type { ObjectRow } from '../../domain/storage/objects.ts';
import type { PageRequest } from './list.ts';
import type { ObjectVersionList } from './schemas.ts';

/** Largest number of the column. */
const MAX_VERSION = 2 ** 31 - 1;

/** One version of an object; the current one when `version` is absent. */
export async function findVersion(
  { database }: Services,
  object: ObjectRow,
  version: number | undefined,
): Promise<ObjectRow['versions'][number]> {
  if (version === undefined) return currentVersion(object);
  const row = version <= MAX_VERSION ? await readVersion(database, object.id, version) : null;
  if (!row) throw new ServiceError('not_found', `Object ${object.id} has no version ${version}.`);
  return row;
}

/** A page of an object's versions, newest first. */
export async function listVersions(
  { database }: Services,
  objectId: string,
  { limit, cursor }: PageRequest,
): Promise<ObjectVersionList> {
  const before = cursor === undefined ? undefined : versionOf(cursor);
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => listVersionRows(database, objectId, before, take),
    (last) => Buffer.from(String(last.version)).toString('base64url'),
  );
  return {
    items: rows.map((row) => ({
      version: row.version,
      content_type: row.mediaType,
      declared_content_type: row.declaredType,
      size_bytes: Number(row.sizeBytes),
      sha256: row.sha256,
      created_at: row.createdAt.toISOString(),
    })),
    next_cursor,
  };
}

function versionOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_VERSION) return Number(text);
  const msg = 'This cursor does not belong to this list. Use next_cursor of the previous page.';
  throw new ValidationError([{ loc: ['query', 'cursor'], msg, type: 'cursor' }]);
}
