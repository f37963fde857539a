/** Errors of an upload or an object. */
import type { ErrorEntries } from './entry.ts';

export const STORAGE_ERRORS = {
  upload_incomplete: {
    title: 'The file has not been uploaded',
    status: 409,
    retryable: false,
    fix: 'Upload the bytes to the session’s signed URL, then complete the session again.',
  },
  upload_state: {
    title: 'The upload session is in the wrong state',
    status: 409,
    retryable: false,
    fix: 'Read the session. Its state determines which operations are allowed.',
  },
  checksum_mismatch: {
    title: 'The checksum does not match',
    status: 409,
    retryable: false,
    fix: 'Compare `expected` and `actual`, upload the bytes again, and complete the session with their checksum.',
  },
  size_mismatch: {
    title: 'The size does not match the declared size',
    status: 409,
    retryable: false,
    fix: 'Upload the whole file again, or open a session with the correct size.',
  },
  object_in_use: {
    title: 'The object is in use',
    status: 409,
    retryable: false,
    fix: 'Wait for the jobs listed in the response, or repeat the request with force=true.',
  },
} as const satisfies ErrorEntries;
