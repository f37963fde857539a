/** Rows of upload sessions. */
import { Type } from 'typebox';
import { ERROR_CODES } from '../../errors/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Prisma, UploadSession as Row } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import { AccessPolicySchema } from '../access/policy.ts';
import type { Accessor } from '../access/policy.ts';
import { LIVE_STATES } from '../manifests/storage.ts';
import { RETENTION_CLASSES } from './retention.ts';
import { ENDED_SESSION_DAYS, UPLOAD_STATES } from './uploads.ts';
import type { ObjectAttributes, UploadFault, UploadState } from './uploads.ts';

export interface UploadSession extends Omit<Row, 'state' | 'attributes' | 'error'> {
  readonly state: UploadState;
  readonly attributes: ObjectAttributes;
  readonly error: UploadFault | null;
}

/** A session as of the time its row was read. State and key show whether it has changed since. */
export type SessionAttempt = Pick<Row, 'id' | 'state' | 'key' | 'multipartId'>;

const partsOf: (stored: unknown) => Pick<UploadSession, 'state' | 'attributes' | 'error'> = decoder(
  'The row of an upload session',
  Type.Object({
    state: Type.Enum(UPLOAD_STATES),
    attributes: Type.Object({
      metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      access_policy: Type.Optional(AccessPolicySchema),
      tags: Type.Optional(Type.Array(Type.String())),
      retention_class: Type.Optional(Type.Enum(RETENTION_CLASSES)),
    }),
    error: OrNull(
      Type.Object({
        code: Type.Enum(ERROR_CODES),
        message: Type.String(),
        details: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  }),
);

function sessionOf(row: Row): UploadSession {
  return { ...row, ...partsOf(row) };
}

/** Creates an open session. */
export async function createSession(
  { db }: Database,
  { attributes, ...data }: Omit<Prisma.UploadSessionCreateInput, 'attributes'> & { attributes: ObjectAttributes },
): Promise<UploadSession> {
  return sessionOf(await db.uploadSession.create({ data: { ...data, attributes: json(attributes) } }));
}

/** A session of this owner; `null` when there is none. */
export async function findSession(
  { db }: Database,
  { tenantId, subject }: Accessor,
  id: string,
): Promise<UploadSession | null> {
  const row = await db.uploadSession.findFirst({ where: { id, tenantId, ownerSubject: subject } });
  return row && sessionOf(row);
}

/** A session of any owner. Throws when there is none. */
export async function readSession({ db }: Database, id: string): Promise<UploadSession> {
  return sessionOf(await db.uploadSession.findUniqueOrThrow({ where: { id } }));
}

/** Aborts an open session. Returns whether it was open. */
export async function markAborted({ db }: Database, id: string): Promise<boolean> {
  const { count } = await db.uploadSession.updateMany({ where: { id, state: 'open' }, data: { state: 'aborted' } });
  return count > 0;
}

const DAY_MS = 86_400_000;

/** Verification takes less than this; a session that waits for longer has lost its workflow. */
const VERIFYING_GRACE_MS = DAY_MS;

/** Sessions past their time that have not ended, at most `limit`. */
export function overdueSessions({ db }: Database, limit: number): Promise<readonly SessionAttempt[]> {
  const now = Date.now();
  const overdue = [
    { state: 'open', expiresAt: { lte: new Date(now) } },
    { state: 'verifying', expiresAt: { lte: new Date(now - VERIFYING_GRACE_MS) } },
  ];
  return db.uploadSession.findMany({ where: { OR: overdue }, take: limit });
}

/** Ends an overdue session. Whether it did: a completion, or another attempt, may have been faster. */
export async function markExpired({ db }: Database, { id, state, key }: SessionAttempt): Promise<boolean> {
  const { count } = await db.uploadSession.updateMany({ where: { id, state, key }, data: { state: 'expired' } });
  return count > 0;
}

/** Removes sessions that have ended and whose time passed {@link ENDED_SESSION_DAYS} ago, at most `limit`. How many. */
export async function removeEnded({ db }: Database, limit: number): Promise<number> {
  const before = new Date(Date.now() - ENDED_SESSION_DAYS * DAY_MS);
  const where = { state: { notIn: LIVE_STATES }, expiresAt: { lte: before } };
  return (await db.uploadSession.deleteMany({ where, limit })).count;
}

/** Those of the keys at which a session that has not ended awaits bytes. */
export async function liveUploadKeys({ db }: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const where = { key: { in: [...keys] }, state: { in: LIVE_STATES } };
  const rows = await db.uploadSession.findMany({ where, select: { key: true } });
  return new Set(rows.map(({ key }) => key));
}

/**
 * Marks an open session as waiting for verification against `sha256` (`null`: any). Has no effect if it is no longer
 * open.
 */
export async function markVerifying(
  { db }: Database,
  { id, key }: UploadSession,
  sha256: string | null,
): Promise<void> {
  await db.uploadSession.updateMany({
    where: { id, key, state: 'open' },
    data: { state: 'verifying', sha256, error: json(null) },
  });
}
