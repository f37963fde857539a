/** What tests compare of jobs. */
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import type { Event } from '../service/client.ts';

/** A status without what differs from job to job: identifiers, times and the trace. */
export function essence(status: JobStatusDetail) {
  const { kind, state, source, priority, progress, waiting_on, error, started_at, finished_at, expires_at } = status;
  const happened = { started: started_at !== null, finished: finished_at !== null, expires: expires_at !== null };
  return { kind, state, source, priority, progress, waiting_on, error, happened };
}

/** Events without identifiers and times, and without who asked for them. */
export function essences(events: readonly Event[]) {
  return events.map(({ sequence, type, message, data: { by: _by, ...data } }) => ({ sequence, type, message, data }));
}

/** 1, 2, 3 …: the sequence numbers of this many events without a gap. */
export function gapless(events: readonly Event[]): number[] {
  return events.map((_event, index) => index + 1);
}
