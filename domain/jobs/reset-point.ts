/**
 * How a failed or cancelled job is retried: which workflow task its reset goes to, and what a finished step returned.
 *
 * A reset keeps the events before a workflow task and continues the workflow from there. An activity that was scheduled
 * before that task but completed after it loses its result, and Temporal runs it again with its original input. With
 * concurrent steps there is often no task that keeps all finished steps and no failed one. The reset therefore goes to
 * a task before which every scheduled activity has completed and none has failed. Later steps are scheduled again; a
 * step that finished in the previous run finds its result in that run's history (activities/step/kept-result.ts) and
 * returns it without doing any work.
 */
import { decodePayload } from '../../platform/temporal/decode.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import { isId } from '../ids.ts';
import { isObject } from '../../platform/is-object.ts';
import { notedIn } from './history.ts';
import type { EndedChild, StepResult } from './model.ts';

interface Asked {
  /** The completed workflow task that scheduled it. */
  readonly askedBy: number;
}

interface AskedActivity extends Asked {
  readonly event: HistoryEvent;
  /** `null` when it failed, timed out, was cancelled or had not ended. */
  readonly completion: HistoryEvent | null;
}

/**
 * Event ID of the workflow task to which a run without a result is reset, so that every unfinished step and child job
 * runs again and no finished one does. It is never after a cancellation request.
 */
export function resetPoint(history: readonly HistoryEvent[]): number {
  const cancelled = history.findIndex((event) => event.workflowExecutionCancelRequestedEventAttributes);
  const before = cancelled === -1 ? history : history.slice(0, cancelled);
  const asked = askedActivities(before, history);
  const undone = [...asked.filter(({ completion }) => completion === null), ...unfinishedChildren(before, history)];
  let eventId = undone.length === 0 ? lastTask(before) : earliest(undone);
  for (;;) {
    const cutOff = asked.filter(({ askedBy, completion }) => askedBy < eventId && eventIdOf(completion) > eventId);
    if (cutOff.length === 0) return eventId;
    eventId = earliest(cutOff);
  }
}

/** The activities scheduled in `before`, a prefix of the history. */
function askedActivities(before: readonly HistoryEvent[], history: readonly HistoryEvent[]): AskedActivity[] {
  const completions = new Map(
    history.flatMap((event): [number, HistoryEvent][] => {
      const scheduled = event.activityTaskCompletedEventAttributes?.scheduledEventId;
      return scheduled ? [[Number(scheduled), event]] : [];
    }),
  );
  return before.flatMap((event) => {
    const askedBy = event.activityTaskScheduledEventAttributes?.workflowTaskCompletedEventId;
    return askedBy ? [{ event, askedBy: Number(askedBy), completion: completions.get(eventIdOf(event)) ?? null }] : [];
  });
}

/**
 * The same for child jobs that did not succeed. A reset to a point after the start of a child would replay its outcome.
 */
function unfinishedChildren(before: readonly HistoryEvent[], history: readonly HistoryEvent[]): Asked[] {
  const succeeded = new Set(
    history.map(
      (event) =>
        event.childWorkflowExecutionCompletedEventAttributes?.workflowExecution?.workflowId ?? foundChild(event),
    ),
  );
  return before.flatMap((event) => {
    const child = event.startChildWorkflowExecutionInitiatedEventAttributes;
    if (!child?.workflowId || !isId('job', child.workflowId) || succeeded.has(child.workflowId)) return [];
    return [{ askedBy: Number(child.workflowTaskCompletedEventId) }];
  });
}

/**
 * The child job that the job noted as succeeded: of one that it found, the history has no event of Temporal's that says
 * so.
 */
function foundChild(event: HistoryEvent): string | null {
  const ended = decodePayload<EndedChild>(notedIn(event, 'ended_child'));
  return ended?.state === 'succeeded' ? ended.job_id : null;
}

/** A step of a run that finished, with what is compared and returned when it is asked for again. */
export interface FinishedStep {
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  readonly result: StepResult<never>;
}

/** The steps that finished in a run, by activity id. */
export function finishedSteps(history: readonly HistoryEvent[]): ReadonlyMap<string, FinishedStep> {
  const steps = new Map<string, FinishedStep>();
  for (const { event, completion } of askedActivities(history, history)) {
    const { activityId, activityType, input } = event.activityTaskScheduledEventAttributes ?? {};
    const payload = completion?.activityTaskCompletedEventAttributes?.result?.payloads?.[0];
    // Whatever type the step returns: it was written by the same step.
    const result = decodePayload<StepResult<never>>(payload);
    if (!activityId || !activityType?.name || !isObject(result) || !('began_at' in result)) continue;
    const text = Buffer.from(input?.payloads?.[0]?.data ?? []).toString();
    steps.set(activityId, { name: activityType.name, input: text, result });
  }
  return steps;
}

/** The last workflow task, which may not have completed. Used when no step made the job fail. */
function lastTask(history: readonly HistoryEvent[]): number {
  const event = history.findLast(
    (candidate) =>
      candidate.workflowTaskCompletedEventAttributes ??
      candidate.workflowTaskStartedEventAttributes ??
      candidate.workflowTaskScheduledEventAttributes,
  );
  return event ? eventIdOf(event) : 0;
}

function earliest(asked: readonly Asked[]): number {
  return Math.min(...asked.map(({ askedBy }) => askedBy));
}

function eventIdOf(event: HistoryEvent | null): number {
  return Number(event?.eventId ?? 0);
}
