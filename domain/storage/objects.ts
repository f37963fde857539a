/** Rows of stored objects, each with its current version. */
import { Type } from 'typebox';
import type { Database } from '../../platform/database/client.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';
import { decoder } from '../../platform/stored-json.ts';
import { decideAccess, enforceAccess, guardedBy } from '../access/policy.ts';
import type { Accessor } from '../access/policy.ts';
import { ServiceError } from '../../errors/index.ts';
import { isId } from '../ids.ts';

export const WITH_CURRENT_VERSION = { versions: { orderBy: { version: 'desc' }, take: 1 } } as const;

export type ObjectRow = Prisma.StorageObjectGetPayload<{ include: typeof WITH_CURRENT_VERSION }>;

/** The metadata of an object, as set by the client. */
export const metadataOf = decoder('The metadata of an object', Type.Record(Type.String(), Type.Unknown()));

interface Rows {
  readonly database: Database;
}

/**
 * An object with its current version, if its access policy allows access; otherwise throws `not_found` or
 * `access_denied`.
 */
export async function findObject(rows: Rows, caller: Accessor, objectId: string): Promise<ObjectRow> {
  const row = await readObject(rows, caller, objectId);
  enforceAccess(caller, guardedBy(row), `object ${objectId}`);
  return row;
}

/** By identifier. */
export type ReadableObjects = ReadonlyMap<string, ObjectRow>;

/** The subset of the objects that exist and that the caller may read. */
export async function findReadable(
  { database }: Rows,
  caller: Accessor,
  objectIds: readonly string[],
): Promise<ReadableObjects> {
  if (objectIds.length === 0) return new Map();
  const rows = await database.db.storageObject.findMany({
    where: { id: { in: [...objectIds] }, tenantId: caller.tenantId },
    include: WITH_CURRENT_VERSION,
  });
  const readable = rows.filter((row) => hasVersion(row) && decideAccess(caller, guardedBy(row)) === 'allowed');
  return new Map(readable.map((row) => [row.id, row]));
}

/** The same regardless of the policy: for the response to a write with which callers may have locked themselves out. */
export async function readObject({ database }: Rows, caller: Accessor, objectId: string): Promise<ObjectRow> {
  const where = { id: objectId, tenantId: caller.tenantId };
  const row = isId('obj', objectId)
    ? await database.db.storageObject.findFirst({ where, include: WITH_CURRENT_VERSION })
    : null;
  if (!row || !hasVersion(row)) throw new ServiceError('not_found', `There is no object ${objectId}.`);
  return row;
}

/** Objects and versions are read one after the other: an object without a version was deleted in between. */
export function hasVersion({ versions }: ObjectRow): boolean {
  return versions.length > 0;
}

export function currentVersion(row: ObjectRow): ObjectRow['versions'][number] {
  const [version] = row.versions;
  if (!version) throw new Error(`object ${row.id} has no version`);
  return version;
}

/** Refuses a caller whom the present policy of the object denies access. An object that is gone denies nobody. */
export async function enforceObjectAccess({ database }: Rows, caller: Accessor, objectId: string): Promise<void> {
  const row = await database.db.storageObject.findUnique({ where: { id: objectId } });
  if (row) enforceAccess(caller, guardedBy(row), `object ${objectId}`);
}

/** The file name of an object; `null` when it has none, or is gone. */
export async function filenameOfObject({ db }: Database, id: string): Promise<string | null> {
  return (await db.storageObject.findUnique({ where: { id }, select: { filename: true } }))?.filename ?? null;
}

/** The metadata of an object, as set by the client; empty when it is gone. */
export async function metadataOfObject({ db }: Database, id: string): Promise<ReturnType<typeof metadataOf>> {
  const row = await db.storageObject.findUnique({ where: { id }, select: { metadata: true } });
  return row ? metadataOf(row.metadata) : {};
}

/**
 * Where the bytes with this digest are, of the latest version of an object that has them; `null` when there is none any
 * more.
 */
export async function findContent(
  { db }: Database,
  objectId: string,
  sha256: string,
): Promise<{ readonly key: string; readonly bytes: number } | null> {
  const row = await db.storageObjectVersion.findFirst({ where: { objectId, sha256 }, orderBy: { version: 'desc' } });
  return row && { key: row.key, bytes: Number(row.sizeBytes) };
}

/** Objects whose retention has ended, at most `limit`. */
export async function expiredObjects({ db }: Database, limit: number): Promise<readonly string[]> {
  const rows = await db.storageObject.findMany({ where: hasExpired(), take: limit, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Whose retention has ended. */
export function hasExpired() {
  return { expiresAt: { lte: new Date() } };
}
