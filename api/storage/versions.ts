import { readVersion } from '../../domain/storage/list-objects.ts';
import { ServiceError } from '../../errors/index.ts';
import { otherCursor } from '../contract/time-cursor.ts';
import type { Services } from '../services.ts';
import { currentVersion } from '../../domain/storage/objects.ts';
import type { ObjectRow } from '../../domain/storage/objects.ts';

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

/** The version that a cursor names. */
export function versionAt(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_VERSION) return Number(text);
  throw otherCursor();
}
