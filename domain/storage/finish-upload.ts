/** From uploaded bytes to an object: what a completion does, within a request or as a step of a workflow. */
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

/** `overtaken`: someone else completed, refused or aborted the session meanwhile, whose row says more. */
export type FinishResult =
  | { readonly kind: 'completed'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly fault: UploadFault }
  | { readonly kind: 'overtaken' };

/** Where the bytes of an object that a session makes are kept; never where a signed address can write. */
function finalKey(objectId: string): string {
  return objectKey('objects/', objectId, newId('upl'));
}

/**
 * Verifies the bytes of a session against `expected` (SHA-256, `null` for any) and the declared size, and commits them.
 * Bytes that are refused are removed, and the session is open again. Safe to run several times at once and again after a
 * crash: only one run commits, and the others leave nothing behind.
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
  // What an error below leaves of a copy is an orphan for the sweep: whether it was committed is not known for sure then.
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
  message: 'Nothing has arrived at the address of the session.',
  details: {},
};

/**
 * The key at which the bytes can no longer change; `null` when none have arrived. The address of a single part stays
 * valid and may be written to while its bytes are read, so they are copied first.
 */
async function settledKey(objects: ObjectStore, session: UploadSession): Promise<string | null> {
  if (session.multipartId !== null) return session.key;
  const key = finalKey(session.objectId);
  const copied = await objects.copy(session.key, key).catch(absentIsNull);
  return copied === null ? null : key;
}

/** The bytes were never there, or someone else has refused them. */
function absentIsNull(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'not_found') return null;
  throw error;
}

function faultOf(session: UploadSession, verified: VerifiedBytes, expected: string | null): UploadFault | null {
  const declaredBytes = session.sizeBytes === null ? null : Number(session.sizeBytes);
  if (declaredBytes !== null && declaredBytes !== verified.bytes) {
    return {
      code: 'size_mismatch',
      message: `The session declared ${declaredBytes} bytes, ${verified.bytes} arrived.`,
      details: { expected_bytes: declaredBytes, actual_bytes: verified.bytes },
    };
  }
  if (expected !== null && expected !== verified.sha256) return checksumFault(expected, verified.sha256);
  return null;
}

export function checksumFault(expected: string, actual: string): UploadFault {
  const message = `The bytes have the SHA-256 ${actual}, not ${expected}.`;
  return { code: 'checksum_mismatch', message, details: { expected, actual } };
}

/**
 * Opens the session again. The parts of a multipart upload cannot be replaced once they are one object, so it begins
 * anew, at another key.
 */
async function refuse(
  { database: { db }, objects }: FinishDependencies,
  session: UploadSession,
  fault: UploadFault,
): Promise<FinishResult> {
  const { id, key, multipartId } = session;
  const anew = multipartId === null ? { key, multipartId } : await newMultipart(objects, session.objectId);
  const { count } = await db.uploadSession.updateMany({
    where: { id, key, state: { in: LIVE_STATES } },
    data: { ...anew, state: 'open', sha256: null, error: json(fault) },
  });
  if (count === 0) {
    if (anew.key !== key) await discardUpload(objects, anew);
    return { kind: 'overtaken' };
  }
  await objects.remove(key);
  return { kind: 'refused', fault };
}

/** A multipart upload at a key of its own, which becomes the object's when it is complete. */
export async function newMultipart(objects: ObjectStore, objectId: string) {
  const key = finalKey(objectId);
  return { key, multipartId: await objects.createMultipart(key) };
}
