/** The frame of every job: state and events that operators and the API see, cancellation, and the record at the end. */
import {
  CancellationScope,
  TemporalFailure,
  defineSignal,
  isCancellation,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { failureOfError, jobErrorOf } from '../../domain/jobs/failure.ts';
import { STEP_SIGNAL } from '../../domain/jobs/model.ts';
import type {
  ChildOutcome,
  EmittedEvent,
  JobContinuation,
  JobInput,
  JobKind,
  JobProgress,
} from '../../domain/jobs/model.ts';
import type { Usage } from '../../domain/jobs/usage.ts';
import { placeFor } from './capacity.ts';
import { Children } from './children.ts';
import type { ChildOrder } from './children.ts';
import { continueAsNewIfSuggested } from './continuation.ts';
import { each } from './each.ts';
import type { EachOptions } from './each.ts';
import { Lifecycle } from './lifecycle.ts';
import { Pause } from './pause.ts';
import { Progress } from './progress.ts';
import { JobReport, now } from './report.ts';
import { StepRunner } from './step-runner.ts';
import type { StepOptions } from './step-runner.ts';
import { readStepSignal } from './step-signal.ts';
import type { StepInput, StepName, StepValue, Steps } from './steps.ts';
import { Undos } from './undos.ts';

const stepSignal = defineSignal<[unknown]>(STEP_SIGNAL);

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
  const report = new JobReport(input);
  const { usage, emit, show } = report;
  const progress = new Progress({ emit, show }, continued);
  const showStepProgress = (latest: JobProgress): void => progress.ofStep(latest);
  const sink = { emit, showProgress: showStepProgress, show, markStarted: report.markStarted };
  const lifecycle = new Lifecycle(sink, report.startedAt !== null);
  setHandler(stepSignal, (sent) => {
    const signal = readStepSignal(sent);
    if (!signal) return;
    const { activity_id, spent } = signal;
    if (lifecycle.isPending(activity_id) && spent?.run_id === workflowInfo().runId) {
      usage.report(activity_id, spent.usage);
    }
    lifecycle.handle(signal);
  });
  const pause = new Pause({ emit, showPaused: report.showPaused }, continued?.is_paused ?? false);
  const place = placeFor(envelope, show);
  const undos = new Undos();
  const mayBegin = async (): Promise<void> => {
    if (undos.areRunning) return;
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
  const carried = (): JobContinuation => ({
    started_at: report.startedAt,
    is_paused: pause.isPaused,
    usage: usage.total,
    children: children.counts,
    children_usage: children.usage,
    progress: progress.latest,
    counts_progress: progress.isOwnCount,
  });
  void CancellationScope.current().cancelRequested.catch(() => report.markCancelling());

  const outcome = () => ({
    envelope,
    emitted: report.emitted,
    usage: usage.total,
    cancelled_steps: usage.open,
    progress: progress.latest,
    started_at: report.startedAt,
    finished_at: now(),
    children: children.counts,
    children_usage: children.usage,
    ended_children: children.ended,
  });
  const settled = () => Promise.all([runner.idle(), children.settle()]);
  const scope = new CancellationScope();
  try {
    const job: Job = {
      emit,
      showStepProgress,
      show,
      continueAsNewIfSuggested: (next) => continueAsNewIfSuggested(next, carried),
      spent: () => usage.total,
      showProgress: (count) => progress.count(count),
      step: (activities, name, stepInput, options) => runner.run(activities, name, stepInput, options),
      child: (order) => children.run(order),
      onFailure: (undo) => undos.add(undo),
      each: (items, { continueAs, ...options }, use) =>
        each(items, options, use, {
          isFull: () => workflowInfo().continueAsNewSuggested,
          continueFrom: (next) => continueAsNewIfSuggested(continueAs(next), carried),
        }),
    };
    const result = await scope.run(() => work(job));
    await settled();
    await report.end({ ...outcome(), state: 'succeeded', result, error: null });
    return result;
  } catch (failure) {
    if (!(failure instanceof TemporalFailure)) throw failure;
    // Nothing of the job goes on beside its end: not the steps that ran beside the one that failed.
    scope.cancel();
    await settled();
    await undos.run();
    const cancelled = isCancellation(failure);
    const error = jobErrorOf(failure);
    const state = cancelled ? 'cancelled' : 'failed';
    await report.end({ ...outcome(), state, result: null, error: cancelled ? null : error });
    if (cancelled) throw failure;
    throw failureOfError(error, failure);
  }
}
