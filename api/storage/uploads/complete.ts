/** Completes an upload session: parts into one object, verification, the object's rows. */
import { markVerifying } from '../../../domain/storage/sessions.ts';
import type { UploadSession } from '../../../domain/storage/sessions.ts';
import { ServiceError } from '../../../errors/index.ts';
import { turnOf } from '../../../domain/jobs/priority.ts';
import { VERIFY_SIGNAL } from '../../../domain/manifests/storage.ts';
import { checksumFault, finishUpload } from '../../../domain/storage/finish-upload.ts';
import type { UploadFault } from '../../../domain/storage/uploads.ts';
import { signalWithStart } from '../../../temporal-config/workflows.ts';
import { ValidationError } from '../../contract/validation.ts';
import type { Caller } from '../../../domain/identity/identity.ts';
import type { Services } from '../../services.ts';
import { enforceObjectAccess, findObject, readObject } from '../../../domain/storage/objects.ts';
import type { ObjectRow } from '../../../domain/storage/objects.ts';
import { checkParts } from './parts.ts';
import type { CompleteUpload } from './schemas.ts';
import { findUpload, partPlan, uploadState, wrongState } from './session.ts';

/** The object; or the session, whose bytes a workflow verifies. */
export type Completion = { readonly object: ObjectRow } | { readonly verifying: UploadSession };

/**
 * Small uploads become an object at once, large ones by the workflow `verifyUpload`. Repeating a completion gives its
 * answer again. Throws `checksum_mismatch`, `size_mismatch`, `upload_incomplete`, `upload_state` or a
 * {@link ValidationError} that names the parts.
 */
export async function completeUpload(
  services: Services,
  caller: Caller,
  uploadId: string,
  request: CompleteUpload,
): Promise<Completion> {
  const session = await findUpload(services, caller, uploadId);
  const expected = request.checksum_sha256?.toLowerCase() ?? null;
  switch (uploadState(session)) {
    case 'completed':
      return completedObject(services, caller, session, expected);
    case 'verifying':
      // Its workflow was never started, or runs already: either way it runs now.
      await startVerification(services, session);
      return { verifying: session };
    case 'open':
      break;
    default:
      throw wrongState(session, 'completed');
  }
  // Access to the object of a new version may have been withdrawn since the session was opened.
  await enforceObjectAccess(services, caller, session.objectId);
  const bytes = await arrivedBytes(services, session, request);
  if (bytes === null) return completeOvertaken(services, caller, uploadId, request);
  if (bytes > services.config.storage.syncVerifyBytes) return verifyLater(services, caller, session, expected);
  return verifyNow(services, caller, session, expected);
}

/** If there are no bytes, a concurrent completion or abort may have won. The session shows which. */
async function completeOvertaken(
  services: Services,
  caller: Caller,
  uploadId: string,
  request: CompleteUpload,
): Promise<Completion> {
  if (uploadState(await findUpload(services, caller, uploadId)) !== 'open')
    return completeUpload(services, caller, uploadId, request);
  throw new ServiceError('upload_incomplete', 'No bytes have been uploaded to the session’s URLs.');
}

/**
 * Makes one object of the parts. Answers its size, or `null` when no bytes are there; throws when parts are missing.
 */
async function arrivedBytes(
  { objects }: Services,
  session: UploadSession,
  { parts = [] }: CompleteUpload,
): Promise<number | null> {
  const { key, multipartId } = session;
  const plan = partPlan(session);
  if (plan && multipartId !== null) {
    const received = await objects.listParts(key, multipartId);
    // `null`: an earlier completion, which did not get to its end, has made the object already.
    if (received) {
      const issues = checkParts(plan, parts, received);
      if (issues.length > 0) throw new ValidationError(issues);
      await objects.completeMultipart(key, multipartId, received);
    }
  } else if (parts.length > 0) {
    const msg = 'This upload has a single part. Omit the list.';
    throw new ValidationError([{ loc: ['body', 'parts'], msg, type: 'maxItems' }]);
  }
  return (await objects.head(key))?.bytes ?? null;
}

async function verifyNow(
  services: Services,
  caller: Caller,
  session: UploadSession,
  expected: string | null,
): Promise<Completion> {
  const { temporaryRetentionDays } = services.config.storage;
  const result = await finishUpload({ ...services, temporaryRetentionDays }, session, expected);
  if (result.kind === 'refused') throw errorOf(result.fault);
  if (result.kind === 'completed') services.record({ name: 'uploaded', bytes: result.bytes });
  return completedObject(services, caller, await findUpload(services, caller, session.id), expected, readObject);
}

async function verifyLater(
  services: Services,
  caller: Caller,
  session: UploadSession,
  expected: string | null,
): Promise<Completion> {
  await markVerifying(services.database, session, expected);
  const claimed = await findUpload(services, caller, session.id);
  if (claimed.state !== 'verifying') return completedObject(services, caller, claimed, expected);
  await startVerification(services, claimed);
  return { verifying: claimed };
}

/**
 * At most one runs at a time. One that is about to end, because it refused what came before, hears the signal and goes
 * on.
 */
async function startVerification({ temporal, config }: Services, session: UploadSession): Promise<void> {
  await signalWithStart(temporal.client.workflow, 'verifyUpload', {
    workflowId: session.id,
    args: [{ upload_id: session.id, heartbeat_timeout_ms: config.jobs.heartbeatTimeoutMs }],
    signal: VERIFY_SIGNAL,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    ...turnOf(session.tenantId),
    staticSummary: `verify ${session.filename}`,
  });
}

/** What a session that is completed answers, however often it is asked. */
async function completedObject(
  services: Services,
  caller: Caller,
  session: UploadSession,
  expected: string | null,
  find = findObject,
): Promise<Completion> {
  if (session.state !== 'completed') throw wrongState(session, 'completed');
  const { sha256 } = session;
  if (expected !== null && sha256 !== null && expected !== sha256) throw errorOf(checksumFault(expected, sha256));
  return { object: await find(services, caller, session.objectId) };
}

function errorOf({ code, message, details }: UploadFault): ServiceError {
  return new ServiceError(code, message, { ...details });
}
