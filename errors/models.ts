/** What can be wrong with a model that the operator named, or with what it answers. */
import type { ErrorEntries } from './entry.ts';

export const MODELS_ERRORS = {
  model_not_configured: {
    title: 'No model is configured for this',
    status: 409,
    retryable: false,
    fix: 'Have the operator name a model for the role in the response (docs/models.md), or ask for what needs none.',
  },
  model_unavailable: {
    title: 'The model does not answer',
    status: 503,
    retryable: true,
    awaited: true,
    fix: 'Try again after the seconds in Retry-After; jobs wait for the model by themselves.',
  },
  model_rate_limited: {
    title: 'The model is called too often',
    status: 503,
    retryable: true,
    awaited: true,
    fix: 'Try again after the seconds in Retry-After; jobs wait by themselves.',
  },
  model_refused: {
    title: 'The model refuses the call',
    status: 502,
    retryable: false,
    fix:
      'Have the operator check the address, key, account and name of the model that the response names; or ' +
      'change the input.',
  },
  model_output_invalid: {
    title: 'The model does not answer in the form that was asked for',
    status: 502,
    retryable: false,
    fix: 'Try again, or have the operator name a model that keeps to a JSON schema.',
  },
} as const satisfies ErrorEntries;
