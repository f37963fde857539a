import type { Database } from '../../platform/database/client.ts';
import type { Prisma, StorageObjectVersion } from '../../platform/database/generated/client.ts';
import { WITH_CURRENT_VERSION } from './objects.ts';
import type { ObjectRow } from './objects.ts';

/** Filters for a tenant's objects; absent members do not filter. */
export interface ObjectQuery {
  readonly tag?: string | undefined;
  /** Part of the name, case-insensitive. */
  readonly filename?: string | undefined;
  readonly mediaType?: string | undefined;
  /** RFC 3339, as `createdBefore`. */
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  /** The last object of the previous page. */
  readonly after?: { readonly createdAt: string; readonly id: string } | undefined;
}

/** At most `take` objects of a tenant, newest first, whatever their policies. */
export function listObjectRows(
  { db }: Database,
  tenantId: string,
  { tag, filename, mediaType, createdFrom, createdBefore, after }: ObjectQuery,
  take: number,
): Promise<ObjectRow[]> {
  const matching: Prisma.StorageObjectWhereInput = {
    ...(tag !== undefined && { tags: { has: tag } }),
    ...(filename !== undefined && { filename: { contains: literally(filename), mode: 'insensitive' } }),
    ...(mediaType !== undefined && { mediaType }),
    createdAt: {
      ...(createdFrom !== undefined && { gte: createdFrom }),
      ...(createdBefore !== undefined && { lt: createdBefore }),
    },
  };
  const older = after && {
    OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
  };
  return db.storageObject.findMany({
    where: { tenantId, AND: [matching, ...(older ? [older] : [])] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
    include: WITH_CURRENT_VERSION,
  });
}

/** Escapes the wildcards of LIKE. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** One version of an object; `null` when it does not exist. */
export function readVersion({ db }: Database, objectId: string, version: number): Promise<StorageObjectVersion | null> {
  return db.storageObjectVersion.findUnique({ where: { objectId_version: { objectId, version } } });
}

/** At most `take` versions of an object, newest first: only those below `before`, if given. */
export function listVersionRows(
  { db }: Database,
  objectId: string,
  before: number | undefined,
  take: number,
): Promise<StorageObjectVersion[]> {
  return db.storageObjectVersion.findMany({
    where: { objectId, ...(before !== undefined && { version: { lt: before } }) },
    orderBy: { version: 'desc' },
    take,
  });
}
