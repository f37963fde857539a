/** What any job can end with, and why one is not accepted. */
import type { ErrorEntries } from './entry.ts';

export const JOBS_ERRORS = {
  timeout: {
    title: 'The step took too long',
    status: null,
    retryable: true,
    fix: 'Retry the job, or split the source into smaller ones.',
  },
  credential_missing: {
    title: 'The engine has no credential',
    status: null,
    retryable: true,
    fix: 'Have the operator give the secret that the error names, then retry the job; or name another engine.',
  },
  credential_rejected: {
    title: 'The provider refuses the credential',
    status: null,
    retryable: false,
    fix: 'Have the operator replace the secret that the error names, then retry the job.',
  },
  provider_quota: {
    title: 'The account at the provider is exhausted',
    status: null,
    retryable: false,
    fix: 'Have the operator look at the account, then retry the job; or name another engine.',
  },
  provider_failed: {
    title: 'The provider failed',
    status: null,
    retryable: true,
    fix: 'Retry the job later, or name another engine.',
  },
  cancelled: {
    title: 'The job was cancelled',
    status: null,
    retryable: false,
    fix: 'Submit the work again if it is still wanted.',
  },
  terminated: {
    title: 'The job was terminated by an operator',
    status: null,
    retryable: true,
    fix: 'Retry the job: it goes on from its last finished step.',
  },
  too_many_jobs: {
    title: 'Too many jobs are open',
    status: 429,
    retryable: true,
    fix: 'Wait until some jobs have ended, or cancel some, and submit the rest with the same Idempotency-Key.',
  },
  no_worker: {
    title: 'No worker can begin this',
    status: 503,
    retryable: true,
    fix: 'Have the operator start a worker as the answer says, or submit the work as a job, which waits for one.',
  },
  sync_timeout: {
    title: 'The work takes longer than a synchronous request may',
    status: 504,
    retryable: false,
    fix: 'Follow the jobs in the answer: the work goes on.',
  },
} as const satisfies ErrorEntries;
