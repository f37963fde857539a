/** From an error of a step to the failure that tells Temporal whether to try again. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { ServiceError } from '../platform/errors.ts';
import type { FailureFate } from '../platform/jobs/failure.ts';
import { isRefusedData, isUnavailable } from '../platform/unavailable.ts';

/** How often a step is tried that fails with a retryable error of the catalogue. */
const TYPED_ATTEMPTS = 4;

/**
 * How often a step is tried that fails with an error of no known kind: with the pauses of the steps' policies some minutes, for
 * what may pass. What is away (platform/unavailable.ts) is waited for as long as the step's own bounds allow.
 */
const UNKNOWN_ATTEMPTS = 10;

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
      nonRetryable: !isUnavailable(error) && attempt >= attemptsOf(error),
      details: [{}, { retryable: !isRefusedData(error) } satisfies FailureFate],
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

/** How often a step may fail with an error that is none of the catalogue. */
function attemptsOf(error: unknown): number {
  if (isRefusedData(error)) return 1;
  // Waiting does not mend a bug.
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return isBug ? TYPED_ATTEMPTS : UNKNOWN_ATTEMPTS;
}
