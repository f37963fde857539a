/** The frame of every job: state and events that operators and the API see, cancellation, and the record at the end. */
import {
  CancellationScope,
  TemporalFailure,
  defineSignal,
  isCancellation,
  log,
  makeContinueAsNewFunc,
  proxyLocalActivities,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { JobActivities, JobOutcome } from '../../activities/jobs/index.ts';
import { failureOfError, jobErrorOf } from '../../domain/jobs/failure.ts';
import { SEARCH_ATTRIBUTES, STEP_SIGNAL } from '../../domain/jobs/model.ts';
import type {
  EmittedEvent,
  NotedEvent,
  JobInput,
  JobKind,
  JobMemo,
  JobProgress,
  JobState,
  ChildOutcome,
} from '../../domain/jobs/model.ts';
import { UsageLedger } from '../../domain/jobs/usage.ts';
import type { Usage } from '../../domain/jobs/usage.ts';
import { placeFor } from './capacity.ts';
import { Children } from './children.ts';
import type { ChildOrder } from './children.ts';
import { Details } from './details.ts';
import { each } from './each.ts';
import type { EachOptions } from './each.ts';
import { tellReceiver } from '../webhook.ts';
import { Lifecycle } from './lifecycle.ts';
import { LOCAL_ACTIVITY } from './local-activity.ts';
import { Pause } from './pause.ts';
import { Progress } from './progress.ts';
import { StepRunner } from './step-runner.ts';
import type { StepOptions } from './step-runner.ts';
import { readStepSignal } from './step-signal.ts';
import type { StepInput, StepName, StepValue, Steps } from './steps.ts';

const stepSignal = defineSignal<[unknown]>(STEP_SIGNAL);
const jobState = defineSearchAttributeKey(SEARCH_ATTRIBUTES.state, 'KEYWORD');

const { recordJob } = proxyLocalActivities<JobActivities>(LOCAL_ACTIVITY);

/** What a domain's workflow is given: its steps, and how it reports. */
export interface Job {
  emit(event: EmittedEvent): void;
  /** The job's own count: from then on, the progress of a single step is not the job's. */
  showProgress(progress: JobProgress): void;
  /** How far the step came that ended last; the progress of the next takes its place. */
  showStepProgress(progress: JobProgress): void;
  /** What its own steps have spent so far, those that are running included. */
  spent(): Usage;
  /** Shows people what it does, or waits for, in Temporal's Web UI. */
  show(text: string): void;
  /**
   * Runs an activity as a step. Steps may run side by side; more than the job runs at once wait for a free place in the order in which
   * they were asked for. A retry of the job does not repeat those that finished: it knows them by name and key. A key that was
   * used before, or a second step of a name without one, fails the job.
   */
  step<A, K extends StepName<A>>(
    activities: Steps<A>,
    name: K,
    input: StepInput<A[K]>,
    options?: StepOptions,
  ): Promise<StepValue<A[K]>>;
  /** Runs a job of any kind below this one, as {@link Children.run}. Several may run at once; those not awaited are cancelled. */
  child<Kind extends JobKind, D extends object, R>(order: ChildOrder<Kind, D, R>): Promise<ChildOutcome<R>>;
  /**
   * Works on many items, `parallel` at a time, by steps and child jobs, as {@link each}, until all are done. Once Temporal suggests to
   * continue as new it begins no further item, and the job goes on in a new run with what `continueAs` says: `next` is the index of the
   * first item that was not begun.
   */
  each<T>(
    items: readonly T[],
    options: EachOptions & { readonly continueAs: (next: number) => JobInput },
    work: (item: T, index: number) => Promise<void>,
  ): Promise<void>;
  /**
   * Ends this run and goes on in a new one, with `next` as its input, once Temporal suggests it because the history has become
   * long and no child job is open; otherwise returns. State, progress, usage and events of the job go on. To be called while no step
   * runs.
   */
  continueAsNewIfSuggested<I extends JobInput>(next: I): Promise<void>;
  /**
   * Has `undo` run if the job ends as failed or cancelled: before its record, and when none of its steps runs any more. A cancellation does
   * not end it, and a pause does not hold it; its own failure changes nothing. It does not run when the job continues as new: the next run
   * registers it again. Several run in reverse order.
   */
  onFailure(undo: () => Promise<unknown>): void;
}

export interface JobOptions {
  /** Steps at once. */
  readonly parallelSteps?: number;
}

/**
 * Runs a domain's work as a job. Failures of activities end it as `failed` with an error of the catalogue, cancellation
 * as `cancelled`; either way the record is written first. A bug (any other error) does not end the job: Temporal tries
 * the workflow task again until a worker with a fix comes.
 */
export async function runJob<R extends object>(
  input: JobInput,
  work: (job: Job) => Promise<R>,
  { parallelSteps }: JobOptions = {},
): Promise<R> {
  const { envelope, continued } = input;
  const emitted: NotedEvent[] = [];
  let startedAt = continued?.started_at ?? null;
  const usage = new UsageLedger(continued?.usage);
  const details = new Details();
  if (startedAt !== null) details.showState('running');
  const show = (text: string): void => details.show(text);
  const emit = (
    emittedEvent: EmittedEvent,
    also: Omit<JobMemo, 'job' | 'event'> = {},
    occurred_at: string = now(),
  ): void => {
    const event = { ...emittedEvent, occurred_at };
    emitted.push(event);
    upsertMemo({ event, ...also, usage: usage.total } satisfies Omit<JobMemo, 'job'>);
  };
  const progress = new Progress({ emit, show }, continued);
  const showStepProgress = (latest: JobProgress): void => progress.ofStep(latest);
  const markStarted = (event: EmittedEvent, beganAt: string): void => {
    markState('running');
    details.showState('running');
    startedAt = within(workflowInfo().startTime.toISOString(), beganAt, now());
    emit(event, { started_at: startedAt }, startedAt);
    void tellReceiver(input, 'job.started', {
      state: 'running',
      started_at: startedAt,
      finished_at: null,
      error: null,
    });
  };
  const sink = { emit, showProgress: showStepProgress, show, markStarted };
  const lifecycle = new Lifecycle(sink, startedAt !== null);
  setHandler(stepSignal, (sent) => {
    const signal = readStepSignal(sent);
    if (!signal) return;
    const { activity_id, spent } = signal;
    if (lifecycle.isPending(activity_id) && spent?.run_id === workflowInfo().runId) {
      usage.report(activity_id, spent.usage);
    }
    lifecycle.handle(signal);
  });
  const showPaused = (isPaused: boolean): void => details.showPaused(isPaused);
  const pause = new Pause({ emit, showPaused }, continued?.is_paused ?? false);
  const place = placeFor(envelope, show);
  const undos: (() => Promise<unknown>)[] = [];
  let isUndoing = false;
  const mayBegin = async (): Promise<void> => {
    if (isUndoing) return;
    await pause.over();
    await place();
    await pause.over();
  };
  const runner = new StepRunner({ lifecycle, usage, mayBegin, parallelSteps });
  const children = new Children(
    envelope,
    { turn: mayBegin, show, begun: () => lifecycle.begin('child', now()) },
    continued,
  );
  const continueAsNewIfSuggested = async (next: JobInput): Promise<void> => {
    if (!workflowInfo().continueAsNewSuggested || (children.counts?.open ?? 0) > 0) return;
    const scope = CancellationScope.current();
    // A request of cancellation ends with its run.
    if (scope.consideredCancelled) await scope.cancelRequested;
    const carried = {
      ...{ started_at: startedAt, is_paused: pause.isPaused, usage: usage.total },
      ...{ children: children.counts, children_usage: children.usage },
      ...{ progress: progress.latest, counts_progress: progress.isOwnCount },
    };
    await continueJob({ ...next, continued: carried });
  };
  void CancellationScope.current().cancelRequested.catch(() => {
    markState('cancelling');
    details.showState('cancelling');
  });

  const outcome = () => ({
    ...{ envelope, emitted },
    usage: usage.total,
    cancelled_steps: usage.open,
    progress: progress.latest,
    started_at: startedAt,
    finished_at: now(),
    children: children.counts,
    children_usage: children.usage,
    ended_children: children.ended,
  });
  const end = (ending: JobOutcome): Promise<void> => {
    details.showEnd(ending.state);
    return finish(input, ending);
  };
  const settled = () => Promise.all([runner.idle(), children.settle()]);
  const scope = new CancellationScope();
  try {
    const job: Job = {
      ...{ emit, showStepProgress, show, continueAsNewIfSuggested },
      spent: () => usage.total,
      showProgress: (count) => progress.count(count),
      step: (activities, name, stepInput, options) => runner.run(activities, name, stepInput, options),
      child: (order) => children.run(order),
      onFailure: (undo) => void undos.push(undo),
      each: (items, { continueAs, ...options }, use) =>
        each(items, options, use, {
          isFull: () => workflowInfo().continueAsNewSuggested,
          continueFrom: (next) => continueAsNewIfSuggested(continueAs(next)),
        }),
    };
    const result = await scope.run(() => work(job));
    await settled();
    await end({ ...outcome(), state: 'succeeded', result, error: null });
    return result;
  } catch (failure) {
    if (!(failure instanceof TemporalFailure)) throw failure;
    // Nothing of the job goes on beside its end: not the steps that ran beside the one that failed.
    scope.cancel();
    await settled();
    isUndoing = true;
    await CancellationScope.nonCancellable(() => runAll(undos.toReversed()));
    const cancelled = isCancellation(failure);
    const error = jobErrorOf(failure);
    const state = cancelled ? 'cancelled' : 'failed';
    await end({ ...outcome(), state, result: null, error: cancelled ? null : error });
    if (cancelled) throw failure;
    throw failureOfError(error, failure);
  }
}

/** One that fails does not keep the others from running. */
async function runAll(undos: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const undo of undos) {
    try {
      await undo();
    } catch (failure) {
      if (!(failure instanceof TemporalFailure)) throw failure;
      log.warn('What the job did could not be undone', { failure });
    }
  }
}

async function finish(input: JobInput, outcome: JobOutcome): Promise<void> {
  markState(outcome.state);
  upsertMemo({ finished_at: outcome.finished_at, usage: outcome.usage } satisfies Partial<JobMemo>);
  try {
    const unreported = await CancellationScope.nonCancellable(() => recordJob(outcome));
    if (unreported.length > 0) upsertMemo({ unreported } satisfies Partial<JobMemo>);
  } catch (failure) {
    // Temporal itself still knows how the job ended, for as long as it keeps the history.
    log.error('The job record could not be written', { failure });
  }
  const { state, started_at, finished_at, error } = outcome;
  await tellReceiver(input, `job.${state}`, { state, started_at, finished_at, error });
}

/** The next run takes its memo and search attributes from here: by itself it would have those that the job was started with. */
function continueJob(input: JobInput): Promise<never> {
  const { memo = {}, typedSearchAttributes } = workflowInfo();
  const { event: _told, ...carried } = memo;
  return makeContinueAsNewFunc<(next: JobInput) => Promise<object>>({ memo: carried, typedSearchAttributes })(input);
}

/** RFC 3339, by the workflow's clock. */
function now(): string {
  return new Date().toISOString();
}

/** Clocks of workers differ: `time`, or the nearest moment from `earliest` to `latest`. All are RFC 3339 in UTC. */
function within(earliest: string, time: string, latest: string): string {
  if (time < earliest) return earliest;
  return time > latest ? latest : time;
}

function markState(state: JobState): void {
  upsertSearchAttributes([{ key: jobState, value: state }]);
}
