/** Opens, finds and aborts upload sessions. */
import mime from 'mime';
import { objectKey } from '../../../domain/keys.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { createSession, findSession, markAborted } from '../../../domain/storage/sessions.ts';
import type { UploadSession } from '../../../domain/storage/sessions.ts';
import { ServiceError } from '../../../errors/index.ts';
import { isId, newId } from '../../../domain/ids.ts';
import { newMultipart } from '../../../domain/storage/finish-upload.ts';
import { discardUpload } from '../../../domain/storage/uploads.ts';
import type { ObjectAttributes, UploadState } from '../../../domain/storage/uploads.ts';
import type { Caller } from '../../../domain/identity/identity.ts';
import type { Services } from '../../services.ts';
import { safeFilename } from '../filename.ts';
import { findObject } from '../../../domain/storage/objects.ts';
import { planParts } from './parts.ts';
import type { PartPlan } from './parts.ts';
import type { UploadRequest } from './schemas.ts';

const MS_PER_HOUR = 3_600_000;

/** Opens a session; with `object_id`, for the next version of an object that the caller may see. */
export async function openUpload(services: Services, caller: Caller, request: UploadRequest): Promise<UploadSession> {
  const { database, objects, config } = services;
  const { uploadPartBytes, uploadSessionHours } = config.storage;
  const existing = request.object_id === undefined ? null : await findObject(services, caller, request.object_id);
  const id = newId('upl');
  const objectId = existing?.id ?? newId('obj');
  const filename = safeFilename(request.filename);
  const plan = planParts(request.size_bytes, uploadPartBytes);
  const place = plan ? await newMultipart(objects, objectId) : { key: objectKey('uploads/', id), multipartId: null };
  return createSession(database, {
    id,
    tenantId: caller.tenantId,
    ownerSubject: caller.subject,
    method: plan ? 'multipart_parts' : 'single_part',
    objectId,
    isNewObject: existing === null,
    filename,
    declaredType: request.content_type ?? mime.getType(filename) ?? 'application/octet-stream',
    sizeBytes: request.size_bytes === undefined ? null : BigInt(request.size_bytes),
    partBytes: plan && BigInt(plan.partBytes),
    attributes: attributesOf(request),
    ...place,
    expiresAt: new Date(Date.now() + uploadSessionHours * MS_PER_HOUR),
  });
}

/** The members that a request gives of an object; a policy with its defaults. */
export function attributesOf(
  given: Pick<UploadRequest, 'metadata' | 'access_policy' | 'tags' | 'retention_class'>,
): ObjectAttributes {
  const { metadata, access_policy, tags, retention_class } = given;
  return {
    ...(metadata && { metadata }),
    ...(access_policy && { access_policy: { ...DEFAULT_ACCESS_POLICY, ...access_policy } }),
    ...(tags && { tags }),
    ...(retention_class && { retention_class }),
  };
}

/** A session of the caller's own. `not_found` when there is none: its addresses let anyone write. */
export async function findUpload({ database }: Services, caller: Caller, uploadId: string): Promise<UploadSession> {
  const row = isId('upl', uploadId) ? await findSession(database, caller, uploadId) : null;
  if (!row) throw new ServiceError('not_found', `There is no upload session ${uploadId}.`);
  return row;
}

/** The state of a session now: one that is past its time is expired, whether the sweep has come by or not. */
export function uploadState({ state, expiresAt }: UploadSession): UploadState {
  return state === 'open' && expiresAt.getTime() <= Date.now() ? 'expired' : state;
}

/** The parts of a session; `null` when it has one only. */
export function partPlan({ partBytes, sizeBytes }: UploadSession): PartPlan | null {
  return partBytes === null || sizeBytes === null
    ? null
    : { partBytes: Number(partBytes), sizeBytes: Number(sizeBytes) };
}

/**
 * Ends an open session and removes what has arrived. Aborting again changes nothing; `upload_state` in other states.
 */
export async function abortUpload(services: Services, caller: Caller, uploadId: string): Promise<UploadSession> {
  const { database, objects } = services;
  await findUpload(services, caller, uploadId);
  const wasOpen = await markAborted(database, uploadId);
  // Once more when the state is aborted already: the bytes may be there still.
  const aborted = await findUpload(services, caller, uploadId);
  if (!wasOpen && aborted.state !== 'aborted') throw wrongState(aborted, 'aborted');
  await discardUpload(objects, aborted);
  return aborted;
}

export function wrongState(session: UploadSession, wanted: string): ServiceError {
  const state = uploadState(session);
  const message =
    state === 'open' ? 'A concurrent request changed the session.' : `A session that is ${state} cannot be ${wanted}.`;
  return new ServiceError('upload_state', message, { state });
}
