/** The vocabulary of upload sessions shared by the API and the workers. */
import type { AccessPolicy } from '../access/policy.ts';
import type { ErrorCode } from '../../errors/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import type { RetentionClass } from './retention.ts';

export const UPLOAD_STATES = ['open', 'verifying', 'completed', 'aborted', 'expired', 'failed'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** How long after its `expires_at` a session that has ended still shows its outcome. */
export const ENDED_SESSION_DAYS = 7;

/** Attributes of an object in a request. Absent ones keep their value or get their default. */
export interface ObjectAttributes {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly access_policy?: AccessPolicy;
  readonly tags?: readonly string[];
  readonly retention_class?: RetentionClass;
}

/** Why a completion created no object, as stored in the session. */
export interface UploadFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Where the bytes of a session are uploaded. The store separates objects from multipart uploads; a session may have
 * left either.
 */
export interface UploadPlace {
  readonly key: string;
  readonly multipartId: string | null;
}

/** Removes uploaded bytes, if any. */
export async function discardUpload(objects: ObjectStore, { key, multipartId }: UploadPlace): Promise<void> {
  if (multipartId !== null) await objects.abortMultipart(key, multipartId);
  await objects.remove(key);
}
