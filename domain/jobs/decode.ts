/** From Temporal's wire format to the words of the job model. */
import { defaultDataConverter, defaultFailureConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { ERRORS } from '../../errors/index.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import { jobErrorOf } from './failure.ts';
import type { FinalJobState, JobError } from './model.ts';

/** How a closing event of a history ends the job; `null` for every other event. */
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

/** Why the closing event of a failed run ended it. */
export function failureOf(event: HistoryEvent): JobError {
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (terminated) {
    const message = terminated.reason ? `The job was terminated: ${terminated.reason}` : 'The job was terminated.';
    return { code: 'terminated', message, retryable: ERRORS.terminated.retryable, details: {} };
  }
  const failure = event.workflowExecutionFailedEventAttributes?.failure;
  if (failure) return decodeFailure(failure);
  return { code: 'timeout', message: 'The job ran out of time.', retryable: ERRORS.timeout.retryable, details: {} };
}

/** A failure in Temporal's wire format as an error of the catalogue. */
export function decodeFailure(failure: temporal.api.failure.v1.IFailure): JobError {
  return jobErrorOf(defaultFailureConverter.failureToError(failure, defaultDataConverter.payloadConverter));
}
