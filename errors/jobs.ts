/** Errors of any job, and reasons to reject a submission. */
import type { ErrorEntries } from './entry.ts';

export const JOBS_ERRORS = {
  timeout: {
    title: 'The step timed out',
    status: null,
    retryable: true,
    fix: 'Retry the job, or split the source into smaller ones.',
  },
  credential_missing: {
    title: 'The engine has no credential',
    status: null,
    retryable: true,
    fix: 'Ask the operator to set the secret named in the error, then retry the job, or choose another engine.',
  },
  credential_rejected: {
    title: 'The provider rejected the credential',
    status: null,
    retryable: false,
    fix: 'Ask the operator to replace the secret named in the error, then retry the job.',
  },
  provider_quota: {
    title: 'The provider account is out of credit',
    status: null,
    retryable: false,
    fix: 'Ask the operator to check the account, then retry the job, or choose another engine.',
  },
  provider_failed: {
    title: 'The provider failed',
    status: null,
    retryable: true,
    fix: 'Retry the job later, or choose another engine.',
  },
  cancelled: {
    title: 'The job was cancelled',
    status: null,
    retryable: false,
    fix: 'Submit the work again if you still need it.',
  },
  terminated: {
    title: 'The job was terminated by an operator',
    status: null,
    retryable: true,
    fix: 'Retry the job. It continues from its last finished step.',
  },
  too_many_jobs: {
    title: 'Too many jobs are open',
    status: 429,
    retryable: true,
    fix: 'Wait for some jobs to end, or cancel some, then repeat the request with the same Idempotency-Key.',
  },
  no_worker: {
    title: 'No worker can start this',
    status: 503,
    retryable: true,
    fix:
      'Ask the operator to start the worker named in the response, or submit the work as a job, which waits for ' +
      'one.',
  },
  sync_timeout: {
    title: 'The work exceeded the time limit of a synchronous request',
    status: 504,
    retryable: false,
    fix: 'Follow the jobs listed in the response. They continue.',
  },
} as const satisfies ErrorEntries;
