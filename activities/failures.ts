/** From an error of a step to the failure that tells Temporal whether to try again. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { ServiceError } from '../platform/errors.ts';
import type { FailureFate } from '../platform/jobs/failure.ts';

/**
 * How often a step is tried when it fails with a retryable error of the catalogue. Anything else (a store or database
 * that is away) is retried for as long as the step's own bounds allow: it is no fault of the source.
 */
const TYPED_ATTEMPTS = 4;

/** Whether a retryable error of the catalogue ends the step in this attempt (from 1). */
export function isLastAttempt(attempt: number): boolean {
  return attempt >= TYPED_ATTEMPTS;
}

/** The failure to throw from attempt `attempt` (from 1). */
export function toFailure(error: unknown, attempt: number): ApplicationFailure {
  if (!(error instanceof ServiceError)) {
    return ApplicationFailure.create({
      message: error instanceof Error ? `${error.name}: ${error.message}` : 'A value that is no error was thrown.',
      type: 'internal',
      nonRetryable: isBug(error) && isLastAttempt(attempt),
      ...(error instanceof Error && { cause: error }),
    });
  }
  const retryAfter = error.details['retry_after_seconds'];
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !error.retryable || isLastAttempt(attempt),
    details: [error.details, { retryable: error.retryable } satisfies FailureFate],
    ...(typeof retryAfter === 'number' && { nextRetryDelay: retryAfter * 1000 }),
  });
}

/** The failure of an attempt that a worker gives back because it stops: another worker takes the step at once. */
export function handedBack(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The worker was stopped; another one goes on with the step.',
    type: 'unavailable',
    nextRetryDelay: 1,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** What waiting does not mend. */
function isBug(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
