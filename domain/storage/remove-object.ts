import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { hasExpired } from './objects.ts';

interface Stores {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/**
 * Removes an object with all its versions: rows before bytes, so that everything with a row can be read. Bytes that
 * remain, because the store was unavailable or a version was committed concurrently, are orphans for the sweep. Returns
 * whether the object existed.
 */
export function removeObject(stores: Stores, objectId: string): Promise<boolean> {
  return removeWhere(stores, objectId, {});
}

/** The same for an object whose retention has ended, unless that was extended in the meantime: the row decides. */
export function removeExpiredObject(stores: Stores, objectId: string): Promise<boolean> {
  return removeWhere(stores, objectId, hasExpired());
}

async function removeWhere(
  { database: { db }, objects }: Stores,
  objectId: string,
  condition: Partial<ReturnType<typeof hasExpired>>,
): Promise<boolean> {
  const versions = await db.storageObjectVersion.findMany({ where: { objectId }, select: { key: true } });
  const { count } = await db.storageObject.deleteMany({ where: { id: objectId, ...condition } });
  if (count === 0) return false;
  await Promise.all(versions.map(({ key }) => objects.remove(key)));
  return true;
}
