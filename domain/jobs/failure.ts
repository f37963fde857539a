/**
 * Converts failures thrown by Temporal's SDK to errors of the catalog.
 * @deterministic
 */
import { ApplicationFailure, CancelledFailure, TerminatedFailure, TimeoutFailure } from '@temporalio/common';
import { ERRORS, isErrorCode } from '../../errors/index.ts';
import type { ErrorCode } from '../../errors/index.ts';
import { isObject } from '../../platform/is-object.ts';
import type { JobError } from './model.ts';
import { largestUsage, readUsage } from './usage.ts';
import type { Usage } from './usage.ts';

/** Second detail of a failure: overrides the catalog's `retryable` for this occurrence. */
export interface FailureFate {
  readonly retryable: boolean;
  /** Usage of the step over all its attempts; absent when there was none. */
  readonly usage?: Usage;
}

/** A failure that carries an error of the catalog. Temporal does not retry it. */
export function failureOfError({ code, message, details, retryable }: JobError, cause: Error): ApplicationFailure {
  const fate: FailureFate = { retryable };
  return ApplicationFailure.create({ message, type: code, nonRetryable: true, details: [details, fate], cause });
}

/**
 * Why a step or a job failed: the innermost failure that carries a code of the catalog. Any other failure becomes
 * `internal` without its message, which could contain a secret. The message stays in the worker's log.
 */
export function jobErrorOf(failure: unknown): JobError {
  let error = failure;
  while (error instanceof Error && !isDecisive(error) && error.cause !== undefined) error = error.cause;
  if (error instanceof ApplicationFailure && error.type && isErrorCode(error.type)) {
    const [details, fate]: unknown[] = error.details ?? [];
    const known = error.type === 'internal' ? entry('internal') : entry(error.type, error.message);
    return {
      ...known,
      details: isObject(details) ? details : {},
      retryable: isObject(fate) && typeof fate['retryable'] === 'boolean' ? fate['retryable'] : known.retryable,
    };
  }
  if (error instanceof TimeoutFailure)
    return entry('timeout', 'A step did not respond in time. Its worker may have died.');
  if (error instanceof CancelledFailure) return entry('cancelled');
  if (error instanceof TerminatedFailure) return entry('terminated');
  return entry('internal');
}

/** Usage of a step that failed or timed out, from its failure or its last heartbeat. */
export function usageOfFailure(failure: unknown): Usage {
  const totals: Usage[] = [];
  for (let error = failure; error instanceof Error; error = error.cause) totals.push(usageIn(error));
  return largestUsage(...totals);
}

function usageIn(error: Error): Usage {
  if (error instanceof ApplicationFailure) return usageMember(error.details?.[1]);
  return error instanceof TimeoutFailure ? usageMember(error.lastHeartbeatDetails) : [];
}

/** Reads `usage` from a step's result, failure, report or heartbeat; empty for anything else. */
export function usageMember(value: unknown): Usage {
  return (isObject(value) && readUsage(value['usage'])) || [];
}

function isDecisive(error: Error): boolean {
  return (
    error instanceof ApplicationFailure && error.type !== undefined && error.type !== null && isErrorCode(error.type)
  );
}

function entry(code: ErrorCode, message: string = ERRORS[code].title): JobError {
  return { code, message, retryable: ERRORS[code].retryable, details: {} };
}
