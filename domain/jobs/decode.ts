/** Decodes Temporal's wire format into the job model. */
import { defaultDataConverter, defaultFailureConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { ERRORS } from '../../errors/index.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import { jobErrorOf } from './failure.ts';
import type { FinalJobState, JobError } from './model.ts';

/** The final state of the job for a closing event of a history; `null` for every other event. */
export function terminalEvent(event: HistoryEvent): FinalJobState | null {
  if (event.workflowExecutionCompletedEventAttributes) return 'succeeded';
  if (event.workflowExecutionCanceledEventAttributes) return 'cancelled';
  if (
    event.workflowExecutionFailedEventAttributes ??
    event.workflowExecutionTerminatedEventAttributes ??
    event.workflowExecutionTimedOutEventAttributes
  ) {
    return 'failed';
  }
  return null;
}

/** The error in the closing event of a failed run. */
export function failureOf(event: HistoryEvent): JobError {
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (terminated) {
    const message = terminated.reason ? `The job was terminated: ${terminated.reason}` : 'The job was terminated.';
    return { code: 'terminated', message, retryable: ERRORS.terminated.retryable, details: {} };
  }
  const failure = event.workflowExecutionFailedEventAttributes?.failure;
  if (failure) return decodeFailure(failure);
  return { code: 'timeout', message: 'The job timed out.', retryable: ERRORS.timeout.retryable, details: {} };
}

/** Converts a failure in Temporal's wire format to an error of the catalog. */
export function decodeFailure(failure: temporal.api.failure.v1.IFailure): JobError {
  return jobErrorOf(defaultFailureConverter.failureToError(failure, defaultDataConverter.payloadConverter));
}
