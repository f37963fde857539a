/** Maps an error of a step to the failure that tells Temporal whether to retry. */
import type { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { ErrorEntry } from '../../errors/entry.ts';
import { ERRORS, ServiceError } from '../../errors/index.ts';
import { faultOf, isPassing } from '../../platform/faults/fault.ts';
import type { Fault } from '../../platform/faults/fault.ts';
import type { FailureFate } from '../../domain/jobs/failure.ts';
import type { Usage } from '../../domain/jobs/usage.ts';

/** Maximum attempts of a step that fails with a retryable error of the catalog. */
const TYPED_ATTEMPTS = 4;

/**
 * Maximum attempts of a step that fails with an unknown error. With the pauses of the retry policy they span some
 * minutes, enough for a transient failure. A step waits much longer for an unavailable dependency
 * (platform/faults/fault.ts) and for disk space.
 */
const UNKNOWN_ATTEMPTS = 10;

/**
 * Maximum attempts of a step that works on a source, including those lost to worker crashes and unavailable stores.
 * Temporal's own limit would also count attempts that were handed back.
 */
export const STEP_ATTEMPTS = 100;

/** How long a provider may refuse a step because of its rate limit. Later refusals count as failures. */
const REFUSED_FOR_MS = 24 * 60 * 60_000;

/** Longest pause that repeated refusals lead to by themselves, and that a provider may ask for. */
const LONGEST_BACKOFF_MS = 60_000;
const LONGEST_ASKED_MS = 60 * 60_000;

/** Whether a retryable error of the catalog ends the step in this attempt (from 1). */
export function isLastAttempt(attempt: number): boolean {
  return attempt >= TYPED_ATTEMPTS;
}

/**
 * The failure to throw from attempt `attempt` (from 1). When a dependency is unavailable (platform/faults/fault.ts),
 * the step is retried up to the attempt limit if there is one, otherwise as long as Temporal's bounds of the step
 * allow, so that the end of a job is not lost. `usage` is the total over all attempts of the step.
 */
export function toFailure(
  error: unknown,
  attempt: number,
  awaitedAttempts = Number.POSITIVE_INFINITY,
  usage: Usage = [],
): ApplicationFailure {
  if (!(error instanceof ServiceError)) {
    const fault = faultOf(error);
    return ApplicationFailure.create({
      message: error instanceof Error ? `${error.name}: ${error.message}` : 'A value that is not an error was thrown.',
      type: 'internal',
      nonRetryable: attempt >= (isPassing(fault) ? awaitedAttempts : attemptsOf(error, fault)),
      details: [{}, fateOf(fault !== 'refused_data', usage)],
      ...(error instanceof Error && { cause: error }),
    });
  }
  const retryAfter = error.details['retry_after_seconds'];
  const entry: ErrorEntry = ERRORS[error.code];
  const isLast = entry.awaited ? attempt >= awaitedAttempts : isLastAttempt(attempt);
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !error.retryable || isLast,
    details: [error.details, fateOf(error.retryable, usage)],
    ...(typeof retryAfter === 'number' && { nextRetryDelay: retryAfter * 1000 }),
  });
}

function fateOf(retryable: boolean, usage: Usage): FailureFate {
  return { retryable, ...(usage.length > 0 && { usage }) };
}

/** Whether the attempt ends because its worker is shutting down. */
export function isStopping({ cancellationDetails }: Context): boolean {
  return cancellationDetails?.workerShutdown === true;
}

/**
 * The failure of an attempt that a worker hands back because it is shutting down. Another worker takes the step at
 * once.
 */
export function handedBack(usage: Usage = []): ApplicationFailure {
  return benign('The worker is shutting down; another one continues the step.', 1, usage);
}

/** Longest delay before a step that gave its slot to others is retried. */
const MAX_AWAY_MS = 15_000;

/**
 * The failure of an attempt that only waited and gives its slot to others; `times` counts such attempts, including this
 * one.
 */
export function steppedBack(times: number, usage: Usage): ApplicationFailure {
  return benign('The step waits in its task queue again.', Math.min(MAX_AWAY_MS, 1000 * 2 ** times), usage);
}

/**
 * Whether the rate limit of a provider or a model ended an attempt of a step that was scheduled at `scheduledMs`. Such
 * a step waits; it has not failed.
 */
export function isRefusal(error: unknown, scheduledMs: number): error is ServiceError {
  if (!(error instanceof ServiceError) || !error.retryable || Date.now() - scheduledMs >= REFUSED_FOR_MS) return false;
  if (error.code === 'model_rate_limited' || error.code === 'target_rate_limited') return true;
  return error.code === 'provider_failed' && error.details['status'] === 429;
}

/**
 * The failure of an attempt that was refused; `times` such attempts there were in a row, this one included. The pause
 * is what the provider asks for in `retry_after_seconds`, up to an hour, and at least one that doubles with each
 * refusal, up to a minute.
 */
export function refusedForNow(error: ServiceError, times: number, usage: Usage): ApplicationFailure {
  const asked = error.details['retry_after_seconds'];
  const askedMs = typeof asked === 'number' ? Math.min(LONGEST_ASKED_MS, asked * 1000) : 0;
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nextRetryDelay: Math.max(askedMs, Math.min(LONGEST_BACKOFF_MS, 500 * 2 ** times)),
    details: [error.details, fateOf(true, usage)],
  });
}

/** Temporal retries it, unless the job was cancelled meanwhile: then it is the end of the step. */
function benign(message: string, nextRetryDelay: number, usage: Usage): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  const details = [{}, fateOf(true, usage)];
  return ApplicationFailure.create({ message, type: 'unavailable', nextRetryDelay, category, details });
}

/**
 * The failure of a step that is out of attempts: its input may be what crashes the workers. `null` while attempts
 * remain.
 */
export function outOfAttempts(attempt: number, usage: Usage): ApplicationFailure | null {
  if (attempt <= STEP_ATTEMPTS) return null;
  const message = `The step did not finish in ${STEP_ATTEMPTS} attempts.`;
  return toFailure(new ServiceError('timeout', message, {}, undefined, false), attempt, STEP_ATTEMPTS, usage);
}

/** Maximum attempts for an error that is not in the catalog. */
function attemptsOf(error: unknown, fault: Fault | null): number {
  if (fault === 'refused_data') return 1;
  // A retry does not fix a bug.
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return isBug ? TYPED_ATTEMPTS : UNKNOWN_ATTEMPTS;
}
