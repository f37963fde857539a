/** Decodes Temporal's wire format. */
import { defaultDataConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import type { google, temporal } from '@temporalio/proto';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

const payloadConverter = defaultDataConverter.payloadConverter;

/** RFC 3339 in UTC, or `null` when Temporal returns no time. */
export function timestamp(time: google.protobuf.ITimestamp | null | undefined): string | null {
  if (!time) return null;
  const milliseconds = Number(time.seconds ?? 0) * 1000 + Math.floor((time.nanos ?? 0) / 1e6);
  return new Date(milliseconds).toISOString();
}

export function eventTime(event: HistoryEvent): string {
  return timestamp(event.eventTime) ?? new Date(0).toISOString();
}

/** The value of a payload that this project wrote, so its type is known to the caller. `null` without a payload. */
export function decodePayload<T>(payload: temporal.api.common.v1.IPayload | null | undefined): T | null {
  if (!payload) return null;
  return payloadConverter.fromPayload<T>(toPayload(payload));
}

/** The value of a payload that anyone with access to the namespace may have sent; `null` when it cannot be decoded. */
export function decodeForeign(payload: temporal.api.common.v1.IPayload | null | undefined): unknown {
  try {
    return decodePayload<unknown>(payload);
  } catch {
    return null;
  }
}

function toPayload(payload: temporal.api.common.v1.IPayload): Payload {
  return { metadata: payload.metadata ?? null, data: payload.data ?? null };
}
