import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';

/**
 * Removes an object with all its versions: rows before bytes, so that everything with a row can be read. Bytes that
 * remain, because the store was unavailable or a version was committed concurrently, are orphans for the sweep. Returns
 * whether the object existed.
 */
export async function removeObject(
  { database: { db }, objects }: { readonly database: Database; readonly objects: ObjectStore },
  objectId: string,
): Promise<boolean> {
  const versions = await db.storageObjectVersion.findMany({ where: { objectId }, select: { key: true } });
  const { count } = await db.storageObject.deleteMany({ where: { id: objectId } });
  await Promise.all(versions.map(({ key }) => objects.remove(key)));
  return count > 0;
}
