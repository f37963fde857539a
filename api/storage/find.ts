import type { Prisma } from '../../platform/database/generated/client.ts';
import { ServiceError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Identity } from '../identity/identity.ts';
import type { Services } from '../services.ts';

const WITH_CURRENT_VERSION = { versions: { orderBy: { version: 'desc' }, take: 1 } } as const;

export type ObjectRow = Prisma.StorageObjectGetPayload<{ include: typeof WITH_CURRENT_VERSION }>;

/** An object with its current version. `not_found` when there is none, or it belongs to another tenant. */
export async function findObject({ database }: Services, identity: Identity, objectId: string): Promise<ObjectRow> {
  const where = { id: objectId, tenantId: identity.tenantId };
  const row = isId('obj', objectId)
    ? await database.db.storageObject.findFirst({ where, include: WITH_CURRENT_VERSION })
    : null;
  if (!row) throw new ServiceError('not_found', `There is no object ${objectId}.`);
  return row;
}

export function currentVersion(row: ObjectRow): ObjectRow['versions'][number] {
  const [version] = row.versions;
  if (!version) throw new Error(`object ${row.id} has no version`);
  return version;
}
