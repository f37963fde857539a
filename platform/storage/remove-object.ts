import type { Database } from '../database/client.ts';
import type { ObjectStore } from '../objects.ts';

/**
 * Removes an object with all its versions: bytes before rows, so that a removal that is interrupted can be repeated. What
 * a version that is committed meanwhile leaves is an orphan for the sweep. Whether there was such an object.
 */
export async function removeObject(
  { database: { db }, objects }: { readonly database: Database; readonly objects: ObjectStore },
  objectId: string,
): Promise<boolean> {
  const versions = await db.storageObjectVersion.findMany({ where: { objectId }, select: { key: true } });
  await Promise.all(versions.map(({ key }) => objects.remove(key)));
  const { count } = await db.storageObject.deleteMany({ where: { id: objectId } });
  return count > 0;
}
