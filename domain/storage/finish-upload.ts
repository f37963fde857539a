/** Turns uploaded bytes into an object, within a request or as a step of a workflow. */
import type { Database } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import { ServiceError } from '../../errors/index.ts';
import { objectKey } from '../keys.ts';
import { newId } from '../ids.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { commitUpload } from './commit-upload.ts';
import type { UploadSession } from './sessions.ts';
import { LIVE_STATES } from '../manifests/storage.ts';
import { discardUpload } from './uploads.ts';
import type { UploadFault } from './uploads.ts';
import { verifyBytes } from './verify-bytes.ts';
import type { VerifiedBytes, VerifyOptions } from './verify-bytes.ts';

export interface FinishDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly temporaryRetentionDays: number;
}

/** `overtaken`: the session was completed, rejected or aborted concurrently. Its row has the details. */
export type FinishResult =
  | { readonly kind: 'completed'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly fault: UploadFault }
  | { readonly kind: 'overtaken' };

/** The key of an object created by a session; never a key that a signed URL can write to. */
function finalKey(objectId: string): string {
  return objectKey('objects/', objectId, newId('upl'));
}

/**
 * Verifies the bytes of a session against `expected` (SHA-256, `null` for any) and the declared size, and commits them.
 * If they are rejected, the session is reopened. Safe to run concurrently and to repeat after a crash: only one run
 * commits, and the others leave nothing behind.
 */
export async function finishUpload(
  dependencies: FinishDependencies,
  session: UploadSession,
  expected: string | null,
  options: VerifyOptions = {},
): Promise<FinishResult> {
  const { database, objects, temporaryRetentionDays } = dependencies;
  const key = await settledKey(objects, session);
  const isCopy = key !== session.key;
  // If an error follows, the copy is left for the sweep, because it may already be committed.
  const hint = { filename: session.filename, declared: session.declaredType };
  const verified = key === null ? null : await verifyBytes(objects, key, hint, options).catch(absentIsNull);
  if (key === null || verified === null) return refuse(dependencies, session, INCOMPLETE);
  const fault = faultOf(session, verified, expected);
  const result = fault ?? (await commitUpload(database, session, { ...verified, key }, temporaryRetentionDays));
  if (result === 'committed') {
    if (isCopy) await objects.remove(session.key);
    return { kind: 'completed', bytes: verified.bytes };
  }
  if (isCopy) await objects.remove(key);
  if (result === 'object_gone') await discardUpload(objects, session);
  return typeof result === 'string' ? { kind: 'overtaken' } : refuse(dependencies, session, result);
}

const INCOMPLETE: UploadFault = {
  code: 'upload_incomplete',
  message: 'No bytes have been uploaded to the session’s URL.',
  details: {},
};

/**
 * A key under which the bytes can no longer change; `null` when none have arrived. The signed URL of a single part
 * stays valid and could be written to during verification, so its bytes are copied first.
 */
async function settledKey(objects: ObjectStore, session: UploadSession): Promise<string | null> {
  if (session.multipartId !== null) return session.key;
  const key = finalKey(session.objectId);
  const copied = await objects.copy(session.key, key).catch(absentIsNull);
  return copied === null ? null : key;
}

/** The bytes never arrived, or another completion rejected them. */
function absentIsNull(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'not_found') return null;
  throw error;
}

function faultOf(session: UploadSession, verified: VerifiedBytes, expected: string | null): UploadFault | null {
  const declaredBytes = session.sizeBytes === null ? null : Number(session.sizeBytes);
  if (declaredBytes !== null && declaredBytes !== verified.bytes) {
    return {
      code: 'size_mismatch',
      message: `The session declared ${declaredBytes} bytes, but ${verified.bytes} arrived.`,
      details: { expected_bytes: declaredBytes, actual_bytes: verified.bytes },
    };
  }
  if (expected !== null && expected !== verified.sha256) return checksumFault(expected, verified.sha256);
  return null;
}

export function checksumFault(expected: string, actual: string): UploadFault {
  const message = `The SHA-256 of the bytes is ${actual}, not ${expected}.`;
  return { code: 'checksum_mismatch', message, details: { expected, actual } };
}

/**
 * Reopens the session. The parts of a multipart upload cannot be replaced once they are assembled, so a new upload
 * starts under another key, and the assembled bytes are removed. Those of a single part stay, because the client may be
 * replacing them under the same key as soon as the session is open.
 */
async function refuse(
  { database: { db }, objects }: FinishDependencies,
  session: UploadSession,
  fault: UploadFault,
): Promise<FinishResult> {
  const { id, key, multipartId } = session;
  const anew = multipartId === null ? { key, multipartId } : await newMultipart(objects, session.objectId);
  const isNewKey = anew.key !== key;
  const { count } = await db.uploadSession.updateMany({
    where: { id, key, state: { in: LIVE_STATES } },
    data: { ...anew, state: 'open', sha256: null, error: json(fault) },
  });
  if (count === 0) {
    if (isNewKey) await discardUpload(objects, anew);
    return { kind: 'overtaken' };
  }
  if (isNewKey) await objects.remove(key);
  return { kind: 'refused', fault };
}

/** A multipart upload under a new key, which becomes the object's key on completion. */
export async function newMultipart(objects: ObjectStore, objectId: string) {
  const key = finalKey(objectId);
  return { key, multipartId: await objects.createMultipart(key) };
}
