import type { Database, Statements } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import type { UploadSession } from './sessions.ts';
import { LIVE_STATES } from '../manifests/storage.ts';
import type { UploadFault } from './uploads.ts';
import type { VerifiedBytes } from './verify-bytes.ts';
import { changedColumns, objectRow, versionRow } from './write-object.ts';

/**
 * `overtaken`: the session was completed, aborted or restarted in the meantime; `object_gone`: its object was deleted.
 */
export type CommitResult = 'committed' | 'overtaken' | 'object_gone';

const OBJECT_GONE: UploadFault = {
  code: 'not_found',
  message: 'The object that the upload would have updated was deleted.',
  details: {},
};

/** Rolls back the transaction. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Creates the object or its next version from verified bytes and completes the session, in one transaction. Of several
 * concurrent calls one commits: the session's state, and its key, which identifies the attempt, decide.
 */
export async function commitUpload(
  { db }: Database,
  session: UploadSession,
  verified: VerifiedBytes & { readonly key: string },
  temporaryRetentionDays: number,
): Promise<CommitResult> {
  try {
    return await db.$transaction((tx) => commit(tx, session, verified, temporaryRetentionDays));
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken';
    throw error;
  }
}

async function commit(
  tx: Statements,
  session: UploadSession,
  verified: VerifiedBytes & { readonly key: string },
  temporaryDays: number,
): Promise<'committed' | 'object_gone'> {
  const { id, key, objectId, isNewObject, declaredType } = session;
  const { sha256, mediaType } = verified;
  const version = isNewObject ? 1 : await raiseVersion(tx, session, verified, temporaryDays);
  const { count } = await tx.uploadSession.updateMany({
    where: { id, key, state: { in: LIVE_STATES } },
    data:
      version === null
        ? { state: 'failed', error: json(OBJECT_GONE) }
        : { state: 'completed', error: json(null), version, sha256 },
  });
  if (count === 0) throw new Overtaken();
  if (version === null) return 'object_gone';
  if (isNewObject) {
    const { tenantId, ownerSubject, filename, attributes } = session;
    const object = { id: objectId, tenantId, ownerSubject, filename, mediaType, attributes };
    await tx.storageObject.create({ data: objectRow(object, temporaryDays) });
  }
  await tx.storageObjectVersion.create({
    data: { objectId, version, ...versionRow({ ...verified, declaredType }) },
  });
  return 'committed';
}

/**
 * Returns the new version number; `null` when the object is gone. The update locks the object's row until the commit.
 */
async function raiseVersion(
  tx: Statements,
  session: UploadSession,
  { mediaType }: VerifiedBytes,
  temporaryDays: number,
): Promise<number | null> {
  const raised = await tx.storageObject.updateManyAndReturn({
    where: { id: session.objectId, tenantId: session.tenantId },
    data: {
      filename: session.filename,
      mediaType,
      currentVersion: { increment: 1 },
      ...changedColumns(session.attributes, temporaryDays),
    },
    select: { currentVersion: true },
  });
  return raised[0]?.currentVersion ?? null;
}
