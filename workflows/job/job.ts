/** What every job can do, whatever its domain: steps, child jobs, events, cancellation, and the record at the end. */
import { CancellationScope, TemporalFailure, isCancellation, workflowInfo } from '@temporalio/workflow';
import { failureOfError, jobErrorOf } from '../../domain/jobs/failure.ts';
import type { ChildOutcome, EmittedEvent, JobInput, JobKind, JobProgress } from '../../domain/jobs/model.ts';
import type { Usage } from '../../domain/jobs/usage.ts';
import type { ChildOrder } from './children.ts';
import { each } from './each.ts';
import type { EachOptions } from './each.ts';
import { JobFrame } from './frame.ts';
import type { StepOptions } from './step-runner.ts';
import type { StepInput, StepName, StepValue, Steps } from './steps.ts';

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
   * Runs an activity as a step. Steps may run side by side; more than the job runs at once wait for a free place in the
   * order in which they were asked for. A retry of the job does not repeat those that finished: it knows them by name
   * and key. A key that was used before, or a second step of a name without one, fails the job.
   */
  step<A, K extends StepName<A>>(
    activities: Steps<A>,
    name: K,
    input: StepInput<A[K]>,
    options?: StepOptions,
  ): Promise<StepValue<A[K]>>;
  /**
   * Runs a job of any kind below this one, as {@link Children.run}. Several may run at once; those not awaited are
   * cancelled.
   */
  child<Kind extends JobKind, D extends object, R>(order: ChildOrder<Kind, D, R>): Promise<ChildOutcome<R>>;
  /**
   * Works on many items, `parallel` at a time, by steps and child jobs, as {@link each}, until all are done. Once
   * Temporal suggests to continue as new it begins no further item, and the job goes on in a new run with what
   * `continueAs` says: `next` is the index of the first item that was not begun.
   */
  each<T>(
    items: readonly T[],
    options: EachOptions & { readonly continueAs: (next: number) => JobInput },
    work: (item: T, index: number) => Promise<void>,
  ): Promise<void>;
  /**
   * Ends this run and goes on in a new one, with `next` as its input, once Temporal suggests it because the history has
   * become long and no child job is open; otherwise returns. State, progress, usage and events of the job go on. To be
   * called while no step runs.
   */
  continueAsNewIfSuggested<I extends JobInput>(next: I): Promise<void>;
  /**
   * Has `undo` run if the job ends as failed or cancelled: before its record, and when none of its steps runs any more.
   * A cancellation does not end it, and a pause does not hold it; its own failure changes nothing. It does not run when
   * the job continues as new: the next run registers it again. Several run in reverse order.
   */
  onFailure(undo: () => Promise<unknown>): void;
}

export interface JobOptions {
  /** Steps at once. */
  readonly parallelSteps?: number;
}

/**
 * Runs a domain's work as a job. Failures of activities end it as `failed` with an error of the catalog, cancellation
 * as `cancelled`; either way the record is written first. A bug (any other error) does not end the job: Temporal tries
 * the workflow task again until a worker with a fix comes.
 */
export async function runJob<R extends object>(
  input: JobInput,
  work: (job: Job) => Promise<R>,
  { parallelSteps }: JobOptions = {},
): Promise<R> {
  const frame = new JobFrame(input, parallelSteps);
  const { report } = frame;
  const scope = new CancellationScope();
  try {
    const result = await scope.run(() => work(jobOf(frame)));
    await frame.settled();
    await report.end({ ...frame.outcome(), state: 'succeeded', result, error: null });
    return result;
  } catch (failure) {
    if (!(failure instanceof TemporalFailure)) throw failure;
    // Nothing of the job goes on beside its end: not the steps that ran beside the one that failed.
    scope.cancel();
    await frame.settled();
    await frame.undos.run();
    const cancelled = isCancellation(failure);
    const error = jobErrorOf(failure);
    const state = cancelled ? 'cancelled' : 'failed';
    await report.end({ ...frame.outcome(), state, result: null, error: cancelled ? null : error });
    if (cancelled) throw failure;
    throw failureOfError(error, failure);
  }
}

function jobOf(frame: JobFrame): Job {
  const { report, progress, steps, children, undos } = frame;
  return {
    emit: report.emit,
    show: report.show,
    showProgress: (count) => progress.count(count),
    showStepProgress: (latest) => progress.ofStep(latest),
    spent: () => report.usage.total,
    step: (activities, name, stepInput, options) => steps.run(activities, name, stepInput, options),
    child: (order) => children.run(order),
    onFailure: (undo) => undos.add(undo),
    continueAsNewIfSuggested: (next) => frame.continueAsNewIfSuggested(next),
    each: (items, { continueAs, ...options }, use) =>
      each(items, options, use, {
        isFull: () => workflowInfo().continueAsNewSuggested,
        continueFrom: (next) => frame.continueAsNewIfSuggested(continueAs(next)),
      }),
  };
}
