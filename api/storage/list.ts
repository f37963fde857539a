import { decideAccess, guardedBy } from '../../domain/access/policy.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';
import { isId } from '../../domain/ids.ts';
import { isTimestamp, timestampOf } from '../contract/timestamp.ts';
import { ValidationError } from '../contract/validation.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { WITH_CURRENT_VERSION, hasVersion } from '../../domain/storage/objects.ts';
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
  const rows = await database.db.storageObject.findMany({
    where: { tenantId: caller.tenantId, AND: [matching(filter), ...(cursor === undefined ? [] : [after(cursor)])] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: WITH_CURRENT_VERSION,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.filter((row) => hasVersion(row) && decideAccess(caller, guardedBy(row)) === 'allowed'),
    next_cursor: rows.length > limit && last ? cursorOf(last) : null,
  };
}

function matching(filter: ObjectFilter): Prisma.StorageObjectWhereInput {
  const { tag, filename, content_type, created_after, created_before } = filter;
  return {
    ...(tag !== undefined && { tags: { has: tag } }),
    ...(filename !== undefined && { filename: { contains: literally(filename), mode: 'insensitive' } }),
    ...(content_type !== undefined && { mediaType: content_type.toLowerCase() }),
    createdAt: {
      ...(created_after !== undefined && { gte: timestampOf(created_after) }),
      ...(created_before !== undefined && { lt: timestampOf(created_before) }),
    },
  };
}

/** Without the meaning that LIKE gives to some characters. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function cursorOf({ createdAt, id }: ObjectRow): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/** What comes after the row that a cursor names. */
function after(cursor: string): Prisma.StorageObjectWhereInput {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isTimestamp(time) || !isId('obj', id)) {
    const msg = 'This is no cursor of this list. Use next_cursor of the page before.';
    throw new ValidationError([{ loc: ['query', 'cursor'], msg, type: 'cursor' }]);
  }
  const createdAt = timestampOf(time);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}
