/** Errors of a redelivery. */
import type { ErrorEntries } from './entry.ts';

export const WEBHOOK_ERRORS = {
  webhook_not_sent: {
    title: 'There is no delivery to resend',
    status: 409,
    retryable: false,
    fix: 'Submit jobs with a webhook, and redeliver an event once GET /v1/jobs/{jobId}/webhook lists it.',
  },
} as const satisfies ErrorEntries;
