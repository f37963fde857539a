import type { Readable } from 'node:stream';
import { continued, deliveryEvent, historiesOf, jobEvents } from '../../../domain/jobs/history.ts';
import type { RunEvent } from '../../../domain/jobs/history.ts';
import type { JobEvent } from '../../../domain/jobs/model.ts';
import type { Services } from '../../services.ts';
import { deliveriesOf, outcomeOf } from '../../../domain/webhook/deliveries.ts';
import { eventStream } from './event-stream.ts';
import type { FoundJob } from '../job-lookup.ts';

/** All events of a job, oldest first: those of its workflow, then the deliveries of its webhook that ended after it. */
export async function eventsOf(services: Services, job: FoundJob): Promise<readonly JobEvent[]> {
  const events = await workflowEvents(services, job);
  return hasEnded(job) ? continued(job.jobId, events, await laterDeliveries(services, job, events)) : events;
}

/**
 * Whether a stream after this event would be empty: the job has ended, and this was its last event. A client that is
 * told so does not connect again.
 */
export async function isLastEvent(services: Services, job: FoundJob, sequence: number): Promise<boolean> {
  if (sequence <= 0 || !hasEnded(job)) return false;
  const last = (await workflowEvents(services, job)).at(-1);
  return last !== undefined && last.sequence <= sequence;
}

function hasEnded(job: FoundJob): boolean {
  return job.from === 'record' || job.description.closeTime !== undefined;
}

/**
 * The events with a higher sequence as an event stream. A job that Temporal has deleted has ended, and so has its
 * stream.
 */
export function streamEvents(services: Services, job: FoundJob, afterSequence: number): Readable {
  return eventStream(
    (signal) =>
      job.from === 'temporal'
        ? services.eventFeeds.follow(job.jobId, afterSequence, signal)
        : laterEvents(job.row.events, afterSequence),
    services.stopping,
  );
}

async function* laterEvents(events: readonly JobEvent[], afterSequence: number): AsyncGenerator<JobEvent> {
  yield* events.filter(({ sequence }) => sequence > afterSequence);
}

async function workflowEvents({ temporal }: Services, job: FoundJob): Promise<readonly JobEvent[]> {
  if (job.from === 'record') return job.row.events;
  return jobEvents(job.jobId, job.description.runId, historiesOf(temporal.client.workflow, job.jobId));
}

async function laterDeliveries(services: Services, job: FoundJob, events: readonly JobEvent[]): Promise<RunEvent[]> {
  const known = new Set(events.map(({ data }) => deliveryKey(data['webhook_id'], data['round'])));
  const run_id = job.from === 'record' ? job.row.runId : job.description.runId;
  const ended = (await deliveriesOf(services.database, job.jobId)).flatMap((row) => {
    const outcome = outcomeOf(row);
    return outcome && row.finishedAt && !known.has(deliveryKey(outcome.webhook_id, outcome.round))
      ? [{ ...deliveryEvent(outcome), occurred_at: row.finishedAt.toISOString(), run_id }]
      : [];
  });
  return ended.toSorted((a, b) => (a.occurred_at < b.occurred_at ? -1 : Number(a.occurred_at > b.occurred_at)));
}

function deliveryKey(webhookId: unknown, round: unknown): string {
  return JSON.stringify([webhookId, round]);
}
