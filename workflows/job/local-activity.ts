import type { LocalActivityOptions } from '@temporalio/common';

/**
 * Options of all local activities. If a store is unavailable, they are retried for a day, so that a job does not lose
 * what it requests or records.
 *
 * A job runs one local activity at a time. When several are pending, the SDK groups their results differently on replay
 * than in the first execution. A workflow that starts more in between then gets results in the wrong order, or does not
 * replay at all.
 */
export const LOCAL_ACTIVITY = {
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
} as const satisfies LocalActivityOptions;
