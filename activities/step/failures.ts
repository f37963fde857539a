/** From an error of a step to the failure that tells Temporal whether to try again. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { ServiceError } from '../../errors/index.ts';
import { faultOf, isPassing } from '../../platform/faults/fault.ts';
import type { Fault } from '../../platform/faults/fault.ts';
import type { FailureFate } from '../../domain/jobs/failure.ts';
import type { Usage } from '../../domain/jobs/usage.ts';

/** How often a step is tried that fails with a retryable error of the catalogue. */
const TYPED_ATTEMPTS = 4;

/**
 * How often a step is tried that fails with an error of no known kind: with the pauses of the steps' policies some minutes, for
 * what may pass. What is away (platform/faults/fault.ts), and room on a disk, is waited for much longer.
 */
const UNKNOWN_ATTEMPTS = 10;

/**
 * How often a step that works on a source is tried in all, worker deaths and stores that are away included. Temporal's own limit
 * counts what was handed back, too.
 */
export const STEP_ATTEMPTS = 100;

/** How long a provider may refuse a step because of its rate limit. Later refusals count as failures. */
const REFUSED_FOR_MS = 24 * 60 * 60_000;

/** Longest pause that repeated refusals lead to by themselves, and that a provider may ask for. */
const LONGEST_BACKOFF_MS = 60_000;
const LONGEST_ASKED_MS = 60 * 60_000;

/** Whether a retryable error of the catalogue ends the step in this attempt (from 1). */
export function isLastAttempt(attempt: number): boolean {
  return attempt >= TYPED_ATTEMPTS;
}

/**
 * The failure to throw from attempt `attempt` (from 1). What is away (platform/faults/fault.ts) is waited for, in so many attempts
 * at most where there is a limit, else for as long as Temporal's own bounds of the step allow: the end of a job must not be lost.
 * `usage` is what the step has spent in all its attempts.
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
      message: error instanceof Error ? `${error.name}: ${error.message}` : 'A value that is no error was thrown.',
      type: 'internal',
      nonRetryable: attempt >= (isPassing(fault) ? awaitedAttempts : attemptsOf(error, fault)),
      details: [{}, fateOf(fault !== 'refused_data', usage)],
      ...(error instanceof Error && { cause: error }),
    });
  }
  const retryAfter = error.details['retry_after_seconds'];
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !error.retryable || isLastAttempt(attempt),
    details: [error.details, fateOf(error.retryable, usage)],
    ...(typeof retryAfter === 'number' && { nextRetryDelay: retryAfter * 1000 }),
  });
}

function fateOf(retryable: boolean, usage: Usage): FailureFate {
  return { retryable, ...(usage.length > 0 && { usage }) };
}

/** The failure of an attempt that a worker gives back because it stops: another worker takes the step at once. */
export function handedBack(usage: Usage = []): ApplicationFailure {
  return benign('The worker was stopped; another one goes on with the step.', 1, usage);
}

/** The longest that a step is away which gave its slot to others. */
const MAX_AWAY_MS = 15_000;

/** The failure of an attempt that only waited, and gives its slot to others; `times` such attempts there were, this one included. */
export function steppedBack(times: number, usage: Usage): ApplicationFailure {
  return benign('The step waits in its queue again.', Math.min(MAX_AWAY_MS, 1000 * 2 ** times), usage);
}

/** Whether a provider's rate limit (429) ended an attempt of a step that was scheduled at `scheduledMs`: it waits, and has not failed. */
export function isRefusal(error: unknown, scheduledMs: number): error is ServiceError {
  if (!(error instanceof ServiceError) || error.code !== 'provider_failed') return false;
  return error.retryable && error.details['status'] === 429 && Date.now() - scheduledMs < REFUSED_FOR_MS;
}

/**
 * The failure of an attempt that was refused; `times` such attempts there were in a row, this one included. The pause is what the
 * provider asks for in `retry_after_seconds`, up to an hour, and at least one that doubles with each refusal, up to a minute.
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

/** The failure of a step whose workers died in every attempt: whatever it works on may be why. `null` while it may be tried. */
export function outOfAttempts(attempt: number, usage: Usage): ApplicationFailure | null {
  if (attempt <= STEP_ATTEMPTS) return null;
  const message = `The step did not end in ${STEP_ATTEMPTS} attempts.`;
  return toFailure(new ServiceError('timeout', message, {}, undefined, false), attempt, STEP_ATTEMPTS, usage);
}

/** How often a step may fail with an error that is none of the catalogue. */
function attemptsOf(error: unknown, fault: Fault | null): number {
  if (fault === 'refused_data') return 1;
  // Waiting does not mend a bug.
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return isBug ? TYPED_ATTEMPTS : UNKNOWN_ATTEMPTS;
}
