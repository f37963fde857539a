/** What can be wrong with an upload or an object. */
import type { ErrorEntries } from './entry.ts';

export const STORAGE_ERRORS = {
  upload_incomplete: {
    title: 'The file has not been uploaded',
    status: 409,
    retryable: false,
    fix: 'Upload the bytes to the address of the session, then complete it again.',
  },
  upload_state: {
    title: 'The upload session is in another state',
    status: 409,
    retryable: false,
    fix: 'Read the session: its state says what is possible.',
  },
  checksum_mismatch: {
    title: 'The bytes have another checksum',
    status: 409,
    retryable: false,
    fix: 'Compare `expected` and `actual`, upload the bytes again, and complete the session with their checksum.',
  },
  size_mismatch: {
    title: 'The bytes have another size than was declared',
    status: 409,
    retryable: false,
    fix: 'Upload the whole file again, or open a session with its true size.',
  },
  object_in_use: {
    title: 'The object is in use',
    status: 409,
    retryable: false,
    fix: 'Wait for the jobs in the answer, or repeat the request with force=true.',
  },
} as const satisfies ErrorEntries;
