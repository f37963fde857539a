/**
 * What a job has spent in all its runs, also in steps and child jobs that a reset undid: they were paid for (usage.ts).
 */
import { defaultDataConverter, defaultFailureConverter } from '@temporalio/common';
import type { WorkflowClient, WorkflowExecutionDescription } from '@temporalio/client';
import { decodeForeign, decodePayload } from '../../platform/temporal/decode.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import { isObject } from '../../platform/is-object.ts';
import { usageMember, usageOfFailure } from './failure.ts';
import { historiesOf, notedIn, resetBaseRun } from './history.ts';
import type { ReadHistory } from './history.ts';
import { STEP_SIGNAL } from './model.ts';
import type { EndedChild, JobMemo } from './model.ts';
import { addUsage, largestUsage, readUsage } from './usage.ts';
import type { JobUsage, Usage } from './usage.ts';

const NOTED = ['usage', 'unreported', 'children_usage'] as const satisfies (keyof JobMemo)[];

/**
 * What a job and its child jobs have spent so far, by the description of its current run; a child counts once it has
 * ended.
 */
export async function spentUsage(
  workflows: WorkflowClient,
  { workflowId, runId, memo, raw, historyLength }: WorkflowExecutionDescription,
): Promise<Usage> {
  const known = NOTED.map((field) => readUsage(memo?.[field]) ?? []);
  if (raw.workflowExecutionInfo?.firstRunId === runId) return addUsage(...known);
  // It may have been reset: then it has spent more than its run knows.
  const readHistory = historiesOf(workflows, workflowId);
  // Children that ended after the description are not in its memo: what they had spent before is still undone.
  const asDescribed: ReadHistory = async (run) => {
    const history = await readHistory(run);
    return run === runId ? history.slice(0, historyLength) : history;
  };
  const { own, children } = await undoneUsage(runId, asDescribed);
  return addUsage(...known, own, children);
}

/**
 * What was undone in all runs before `runId`: the run that follows a reset does not know of it. Empty for a job that
 * was never reset. `ended` are child jobs that the run knows to have ended and its history may not say so yet.
 */
export async function undoneUsage(
  runId: string,
  readHistory: ReadHistory,
  ended: readonly string[] = [],
): Promise<JobUsage> {
  const undone: { own: Usage; children: Usage } = { own: [], children: [] };
  let run = runId;
  let history = await readHistory(run);
  const known = new Set([...ended, ...endedChildren(history).keys()]);
  for (;;) {
    const reset = history.findLastIndex((event) => resetBaseRun(event, run) !== null);
    const base = history[reset] && resetBaseRun(history[reset], run);
    const before = base ?? history[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
    if (!before) return undone;
    run = before;
    history = await readHistory(run);
    if (base) undone.own = addUsage(undone.own, undoneIn(history, run, reset));
    for (const [jobId, usage] of endedChildren(history)) {
      // A run that was continued has passed on what its children spent.
      if (base && !known.has(jobId)) undone.children = addUsage(undone.children, usage);
      known.add(jobId);
    }
  }
}

/** What the child jobs have spent that ended in a run, by their identifiers. */
function endedChildren(history: readonly HistoryEvent[]): ReadonlyMap<string, Usage> {
  const ended = history.flatMap((event) => decodePayload<EndedChild>(notedIn(event, 'ended_child')) ?? []);
  return new Map(ended.map(({ job_id, usage }) => [job_id, usage]));
}

interface UndoneStep {
  readonly activityId: string;
  usage: Usage;
  isClosed: boolean;
}

/** Usage of the steps of a run that had not ended within its first `kept` events. */
function undoneIn(history: readonly HistoryEvent[], runId: string, kept: number): Usage {
  const steps = new Map<string, UndoneStep>();
  let unreported: Usage = [];
  for (const [index, event] of history.entries()) {
    unreported = readUsage(decodePayload(notedIn(event, 'unreported'))) ?? unreported;
    const activityId = event.activityTaskScheduledEventAttributes?.activityId;
    if (activityId) steps.set(String(event.eventId), { activityId, usage: [], isClosed: false });
    const closed = closedStep(event);
    if (closed && index < kept) steps.delete(closed.scheduledBy);
    const step = closed ? steps.get(closed.scheduledBy) : reporting(event, runId, steps);
    if (!step) continue;
    step.usage = largestUsage(step.usage, closed ? closed.usage : usageMember(reported(event)?.['spent']));
    step.isClosed = closed !== null;
  }
  return addUsage(unreported, ...[...steps.values()].map(({ usage }) => usage));
}

function closedStep(event: HistoryEvent): { readonly scheduledBy: string; readonly usage: Usage } | null {
  const completed = event.activityTaskCompletedEventAttributes;
  const failed = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
  const scheduledBy = String((completed ?? failed)?.scheduledEventId);
  if (completed) return { scheduledBy, usage: usageMember(decodeForeign(completed.result?.payloads?.[0])) };
  if (!failed?.failure) return null;
  const failure = defaultFailureConverter.failureToError(failed.failure, defaultDataConverter.payloadConverter);
  return { scheduledBy, usage: usageOfFailure(failure) };
}

/** The step of this run that sent the signal. */
function reporting(event: HistoryEvent, runId: string, steps: ReadonlyMap<string, UndoneStep>): UndoneStep | undefined {
  const sent = reported(event);
  const spent = sent?.['spent'];
  if (!isObject(spent) || spent['run_id'] !== runId) return undefined;
  return [...steps.values()].find(({ activityId, isClosed }) => activityId === sent?.['activity_id'] && !isClosed);
}

function reported({ workflowExecutionSignaledEventAttributes: signal }: HistoryEvent): Record<string, unknown> | null {
  const sent = signal?.signalName === STEP_SIGNAL ? decodeForeign(signal.input?.payloads?.[0]) : null;
  return isObject(sent) ? sent : null;
}
