/** What the sweep removes while others work, with a real object store. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { removeExpiredObjects } from '../../../activities/storage/sweep-expired.ts';
import { newId } from '../../../domain/ids.ts';
import { changeObjectRow, createObject } from '../../../domain/storage/write-object.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { ownDatabase } from '../../support/servers/own-database.ts';
import { keysIn, openStore } from '../../support/store.ts';

const { database } = await ownDatabase();
const { db } = database;
const objects = openStore(`sweep-${randomBytes(4).toString('hex')}`);
await objects.ensureBucket();
after(() => objects.close());

const tenantId = 't1';

/** An object whose retention has ended. */
async function expiredObject(): Promise<string> {
  const id = newId('obj');
  const key = `objects/${id}/1`;
  const attributes = { retention_class: 'temporary' } as const;
  const object = { id, tenantId, ownerSubject: 'ann', filename: 'mill.txt', mediaType: 'text/plain', attributes };
  const version = { key, bytes: 4, sha256: 'aa', mediaType: 'text/plain', declaredType: null };
  await objects.put(key, 'mill', 'text/plain');
  await createObject(database, object, version, -1);
  return id;
}

test('an object that its owner decides to keep while the sweep is under way stays', async () => {
  const ids = [await expiredObject(), await expiredObject()];
  let removed: string | undefined;
  const rival: ObjectStore = {
    ...objects,
    remove: async (key) => {
      await objects.remove(key);
      // The sweep has listed both. The owner keeps the one whose turn comes next.
      removed ??= ids.find((id) => key.startsWith(`objects/${id}/`));
      const kept = { retention_class: 'standard' } as const;
      for (const id of ids) await changeObjectRow(db, { id, tenantId }, kept, 7);
    },
  };
  assert.equal(await removeExpiredObjects({ database, objects: rival }, () => {}), 1);
  const kept = ids.find((id) => id !== removed) ?? assert.fail('both were removed');
  assert.equal(await db.storageObjectVersion.count({ where: { objectId: kept } }), 1);
  assert.deepEqual(await keysIn(objects, 'objects/'), [`objects/${kept}/1`]);
});
