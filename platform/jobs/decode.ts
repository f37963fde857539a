/** From Temporal's wire format to the words of the job model. */
import { defaultDataConverter, defaultFailureConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import type { google, temporal } from '@temporalio/proto';
import { ERRORS } from '../errors.ts';
import { jobErrorOf } from './failure.ts';
import type { FinalJobState, JobError } from './model.ts';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

const payloadConverter = defaultDataConverter.payloadConverter;

/** RFC 3339 in UTC, or `null` when Temporal gives no time. */
export function timestamp(time: google.protobuf.ITimestamp | null | undefined): string | null {
  if (!time) return null;
  const milliseconds = Number(time.seconds ?? 0) * 1000 + Math.floor((time.nanos ?? 0) / 1e6);
  return new Date(milliseconds).toISOString();
}

export function eventTime(event: HistoryEvent): string {
  return timestamp(event.eventTime) ?? new Date(0).toISOString();
}

/**
 * The value of a payload that this project wrote itself, so that its type is known to the caller. `null` when there is
 * no payload.
 */
export function decodePayload<T>(payload: temporal.api.common.v1.IPayload | null | undefined): T | null {
  if (!payload) return null;
  return payloadConverter.fromPayload<T>(toPayload(payload));
}

function toPayload(payload: temporal.api.common.v1.IPayload): Payload {
  return { metadata: payload.metadata ?? null, data: payload.data ?? null };
}

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
  return jobErrorOf(defaultFailureConverter.failureToError(failure, payloadConverter));
}
