import type { LocalActivityOptions } from '@temporalio/common';

/**
 * Of the short activities that run where the workflow does. A store that is away is waited for, for a day: what a job asks for or
 * notes must not be lost with it.
 *
 * A job runs one local activity at a time. When several are pending, the SDK groups their results differently on replay than in the
 * first execution; a workflow that asks for more in between then gets results in the wrong places, or does not replay at all.
 */
export const LOCAL_ACTIVITY = {
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
} as const satisfies LocalActivityOptions;
