/** What can be wrong with a redelivery. */
import type { ErrorEntries } from './entry.ts';

export const WEBHOOK_ERRORS = {
  webhook_not_sent: {
    title: 'There is no delivery to repeat',
    status: 409,
    retryable: false,
    fix: 'Submit jobs with a webhook, and repeat a delivery once GET /v1/jobs/{jobId}/webhook shows it.',
  },
} as const satisfies ErrorEntries;
