/**
 * Reads the events of a job from its Temporal history. This needs no worker, includes what operators did with
 * Temporal's own tools, and gives the same sequence numbers on every read.
 */
import type { WorkflowClient } from '@temporalio/client';
import type { DeliveryOutcome } from '../webhook/model.ts';
import type { EmittedEvent, FinalJobState, JobError, JobEvent, JobMemo, NotedEvent } from './model.ts';
import { failureOf, terminalEvent } from './decode.ts';
import { decodePayload, eventTime } from '../../platform/temporal/decode.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';

/** Reads the history of one run of a job, for {@link jobEvents}. */
export type ReadHistory = (runId: string) => Promise<readonly HistoryEvent[]>;

/**
 * Reads whole histories of the runs of a workflow. Rejects with `WorkflowNotFoundError` when Temporal has deleted the
 * run.
 */
export function historiesOf(workflows: WorkflowClient, workflowId: string): ReadHistory {
  return async (runId) => (await workflows.getHandle(workflowId, runId).fetchHistory()).events ?? [];
}

/**
 * All events of a job, oldest first, starting from its current run. A run created by a reset or by continue-as-new
 * keeps the events of the previous run.
 */
export async function jobEvents(jobId: string, runId: string, readHistory: ReadHistory): Promise<JobEvent[]> {
  return continued(jobId, [], await runEvents(runId, readHistory));
}

/**
 * Appends events to a job's events and numbers them. Times come from several clocks (workflow, server, worker), so each
 * is raised to at least the time of the previous event.
 */
export function continued(jobId: string, events: readonly JobEvent[], following: readonly RunEvent[]): JobEvent[] {
  const all = [...events];
  for (const event of following) {
    const sequence = all.length + 1;
    const before = all.at(-1)?.occurred_at ?? '';
    const occurred_at = event.occurred_at < before ? before : event.occurred_at;
    all.push({ event_id: `${jobId}.${sequence}`, job_id: jobId, sequence, ...event, occurred_at });
  }
  return all;
}

/** An event without a sequence number. */
export type RunEvent = Omit<JobEvent, 'event_id' | 'job_id' | 'sequence'>;

async function runEvents(runId: string, readHistory: ReadHistory): Promise<RunEvent[]> {
  const history = await readHistory(runId);
  const events: RunEvent[] = [];
  const reset = history.findLastIndex((event) => resetBaseRun(event, runId) !== null);
  const resetEvent = history[reset];
  if (resetEvent) {
    events.push(...(await runEvents(resetBaseRun(resetEvent, runId) ?? runId, readHistory)));
    events.push({
      ...whenAndWhere(resetEvent, runId),
      type: 'job.retrying',
      message: resetEvent.workflowTaskFailedEventAttributes?.failure?.message || 'The job was reset.',
      data: { reason: 'reset' },
    });
  } else {
    const earlierRun = continuedRun(history[0]);
    if (earlierRun !== null) events.push(...(await runEvents(earlierRun, readHistory)));
  }
  let finishedAt: string | null = null;
  for (const event of history.slice(reset + 1)) {
    finishedAt = decodePayload<string>(notedIn(event, 'finished_at')) ?? finishedAt;
    // Between the end of the work and the end of the run, the job's record is written, which could not contain what
    // happens then.
    const isTooLate = finishedAt !== null && terminalEvent(event) === null;
    const mapped = isTooLate ? null : mapEvent(event, runId, finishedAt);
    if (mapped) events.push(mapped);
  }
  return events;
}

/** How a run ends, as its workflow reports it. */
export interface RunEnd {
  readonly state: FinalJobState;
  /** Only of a failed run. */
  readonly error: JobError | null;
  /** RFC 3339, as in the memo. */
  readonly finished_at: string;
  /** All events that the workflow has emitted in this run, oldest first. */
  readonly emitted: readonly NotedEvent[];
}

/**
 * The events that {@link jobEvents} will return once the run has closed, read in its last workflow task. The history
 * then lacks the end, and what the workflow has emitted in that task: any number of events, because one task handles
 * all results that have arrived since the one before.
 */
export async function eventsAtEnd(
  jobId: string,
  runId: string,
  readHistory: ReadHistory,
  { state, error, finished_at, emitted }: RunEnd,
): Promise<JobEvent[]> {
  const written = (await readHistory(runId)).filter((event) => emittedIn(event) !== null).length;
  const following = [...emitted.slice(written), { ...endEvent(state, error), occurred_at: finished_at }];
  return continued(
    jobId,
    await jobEvents(jobId, runId, readHistory),
    following.map((event) => ({ ...event, run_id: runId })),
  );
}

/** The run that a reset was based on, if the event marks the reset that created `runId`. */
export function resetBaseRun(event: HistoryEvent, runId: string): string | null {
  const attributes = event.workflowTaskFailedEventAttributes;
  return attributes?.newRunId === runId && attributes.baseRunId ? attributes.baseRunId : null;
}

/** The run that continued as new into the run with this first event. */
function continuedRun(first: HistoryEvent | undefined): string | null {
  return first?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || null;
}

function whenAndWhere(event: HistoryEvent, runId: string): Pick<RunEvent, 'occurred_at' | 'run_id'> {
  return { occurred_at: eventTime(event), run_id: runId };
}

function mapEvent(event: HistoryEvent, runId: string, finishedAt: string | null): RunEvent | null {
  const base = whenAndWhere(event, runId);
  if (event.workflowExecutionStartedEventAttributes) {
    if (continuedRun(event) !== null) return null;
    return { ...base, type: 'job.queued', message: 'The job was accepted.', data: {} };
  }
  const noted = emittedIn(event);
  if (noted) return { run_id: runId, ...noted };
  if (event.workflowExecutionCancelRequestedEventAttributes) {
    const identity = event.workflowExecutionCancelRequestedEventAttributes.identity;
    return {
      ...base,
      type: 'job.cancel_requested',
      message: 'Cancellation was requested.',
      data: { by: identity || null },
    };
  }
  const delivered = deliveryIn(event);
  if (delivered) return { ...base, ...deliveryEvent(delivered) };
  const state = terminalEvent(event);
  if (!state) return null;
  const end = { ...base, ...endEvent(state, state === 'failed' ? failureOf(event) : null) };
  return finishedAt !== null && isOwnEnd(event) ? { ...end, occurred_at: finishedAt } : end;
}

/** The outcome of a delivery that the job's workflow started. It may end long after the job. */
function deliveryIn({ childWorkflowExecutionCompletedEventAttributes: child }: HistoryEvent): DeliveryOutcome | null {
  if (child?.workflowType?.name !== 'deliverWebhook') return null;
  return decodePayload<DeliveryOutcome>(child.result?.payloads?.[0]);
}

export function deliveryEvent(outcome: DeliveryOutcome): EmittedEvent {
  const { event_type, attempts, state } = outcome;
  return state === 'delivered'
    ? { type: 'webhook.delivered', message: `${event_type} was delivered.`, data: { ...outcome } }
    : {
        type: 'webhook.failed',
        message: `${event_type} was not delivered in ${attempts} attempts.`,
        data: { ...outcome },
      };
}

/** The last event of a job that ended in `state`. */
function endEvent(state: FinalJobState, error: JobError | null): EmittedEvent {
  switch (state) {
    case 'succeeded':
      return { type: 'job.succeeded', message: 'The job succeeded.', data: {} };
    case 'cancelled':
      return { type: 'job.cancelled', message: 'The job was cancelled.', data: {} };
    case 'failed':
      return { type: 'job.failed', message: error?.message ?? 'The job failed.', data: { error } };
  }
}

/** Whether the workflow itself closed the run, after noting the time. */
function isOwnEnd(event: HistoryEvent): boolean {
  return !event.workflowExecutionTerminatedEventAttributes && !event.workflowExecutionTimedOutEventAttributes;
}

/** The job event that the workflow wrote with this history event, if any. */
function emittedIn(event: HistoryEvent): NotedEvent | null {
  return decodePayload<NotedEvent>(notedIn(event, 'event'));
}

/** The value that the workflow wrote to a memo field with this event. */
export function notedIn(event: HistoryEvent, field: keyof JobMemo) {
  return event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields?.[field];
}
