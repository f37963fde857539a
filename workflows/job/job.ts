/** The frame of every job: state and events that operators and the API see, cancellation, and the record at the end. */
import {
  CancellationScope,
  TemporalFailure,
  condition,
  defineSignal,
  isCancellation,
  log,
  proxyLocalActivities,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { JobActivities, JobOutcome } from '../../activities/jobs/index.ts';
import { failureOfError, jobErrorOf, usageOfFailure } from '../../domain/jobs/failure.ts';
import { PAUSE_SIGNAL, RESUME_SIGNAL, SEARCH_ATTRIBUTES, STEP_SIGNAL } from '../../domain/jobs/model.ts';
import type {
  EmittedEvent,
  NotedEvent,
  JobInput,
  JobMemo,
  JobProgress,
  JobState,
  StepResult,
  ChildOutcome,
} from '../../domain/jobs/model.ts';
import { UsageLedger } from '../../domain/jobs/usage.ts';
import { placeFor } from './capacity.ts';
import { Children } from './children.ts';
import type { ChildOrder } from './children.ts';
import { Details } from './details.ts';
import { tellReceiver } from '../webhook.ts';
import { Lifecycle, progressText } from './lifecycle.ts';
import { readStepSignal } from './step-signal.ts';

const pauseSignal = defineSignal(PAUSE_SIGNAL);
const resumeSignal = defineSignal(RESUME_SIGNAL);
const stepSignal = defineSignal<[unknown]>(STEP_SIGNAL);
const jobState = defineSearchAttributeKey(SEARCH_ATTRIBUTES.state, 'KEYWORD');

/** More events than one workflow task emits. */
const RECENT_EVENTS = 20;

const { recordJob } = proxyLocalActivities<JobActivities>({
  startToCloseTimeout: '30 seconds',
  // A database that is away must not lose the end of a job: its record is written when it is back.
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
});

/** What a domain's workflow is given to tell how it gets on. */
export interface Job {
  emit(event: EmittedEvent): void;
  showProgress(progress: JobProgress): void;
  /** Shows people what it does, or waits for, in Temporal's Web UI. */
  show(text: string): void;
  /** Runs an activity of a task queue that reports by {@link STEP_SIGNAL}; `name` is the activity's. Counts what it spends. */
  step<T>(name: string, taskQueue: string, run: () => Promise<StepResult<T>>): Promise<T>;
  /** Runs a job of any kind below this one, as {@link Children.run}. Several may run at once; those not awaited are cancelled. */
  child<D extends object, R>(order: ChildOrder<D, R>): Promise<ChildOutcome<R>>;
}

/**
 * Runs a domain's work as a job. Failures of activities end it as `failed` with an error of the catalogue, cancellation
 * as `cancelled`; either way the record is written first. A bug (any other error) does not end the job: Temporal tries
 * the workflow task again until a worker with a fix comes.
 */
export async function runJob<R extends object>(input: JobInput, work: (job: Job) => Promise<R>): Promise<R> {
  const { envelope } = input;
  const emitted: NotedEvent[] = [];
  let startedAt: string | null = null;
  let progress: JobProgress | null = null;
  // A child job is one more part of it, under the child's id: its outcome brings its total.
  const usage = new UsageLedger();
  const details = new Details();
  const show = (text: string): void => details.show(text);
  const emit = (emittedEvent: EmittedEvent, also: Omit<JobMemo, 'job' | 'event'> = {}): void => {
    const event = { ...emittedEvent, occurred_at: now() };
    emitted.push(event);
    upsertMemo({ event, ...also, usage: usage.total } satisfies Omit<JobMemo, 'job'>);
  };
  const showProgress = (latest: JobProgress): void => {
    progress = latest;
    show(progressText(progress));
    emit({ type: 'job.progress', message: progressText(progress), data: { ...progress } }, { progress });
  };
  const lifecycle = new Lifecycle({
    emit,
    showProgress,
    show,
    markStarted: (event) => {
      markState('running');
      details.showState('running');
      startedAt = now();
      emit(event, { started_at: startedAt });
      void tellReceiver(input, 'job.started', {
        state: 'running',
        started_at: startedAt,
        finished_at: null,
        error: null,
      });
    },
  });
  let pendingStep: string | null = null;
  setHandler(stepSignal, (sent) => {
    const signal = readStepSignal(sent);
    if (!signal) return;
    const { step, spent } = signal;
    if (step === pendingStep && spent?.run_id === workflowInfo().runId) usage.report(step, spent.usage);
    lifecycle.handle(signal);
  });
  let isPaused = false;
  const hold = (paused: boolean): void => {
    if (paused === isPaused) return;
    isPaused = paused;
    const type = paused ? 'job.paused' : 'job.resumed';
    emit({ type, message: paused ? 'The job was paused.' : 'The job goes on.', data: {} }, { paused });
    details.showPaused(paused);
  };
  setHandler(pauseSignal, () => hold(true));
  setHandler(resumeSignal, () => hold(false));
  const place = placeFor(envelope, show);
  const turn = async (): Promise<void> => {
    await condition(() => !isPaused);
    await place();
    await condition(() => !isPaused);
  };
  const children = new Children(envelope, { turn, show, begun: () => lifecycle.start('child') });
  const child: Job['child'] = (order) => children.run(order);
  const step = async <T>(name: string, taskQueue: string, run: () => Promise<StepResult<T>>): Promise<T> => {
    await turn();
    usage.begin(name);
    pendingStep = name;
    try {
      const result = await lifecycle.step(name, taskQueue, run);
      usage.end(name, result.usage);
      return result.value;
    } catch (failure) {
      if (!isCancellation(failure)) usage.end(name, usageOfFailure(failure));
      throw failure;
    } finally {
      pendingStep = null;
    }
  };
  void CancellationScope.current().cancelRequested.catch(() => {
    markState('cancelling');
    details.showState('cancelling');
  });

  const outcome = () => ({
    ...{
      envelope,
      usage: usage.total,
      cancelled_steps: usage.open,
      progress,
      started_at: startedAt,
      finished_at: now(),
      children: children.counts,
    },
    ...recent(emitted),
  });
  const end = (ending: JobOutcome): Promise<void> => {
    details.showEnd(ending.state);
    return finish(input, ending);
  };
  try {
    const result = await work({ emit, showProgress, show, step, child });
    await children.settle();
    await end({ ...outcome(), state: 'succeeded', result, error: null });
    return result;
  } catch (failure) {
    if (!(failure instanceof TemporalFailure)) throw failure;
    await children.settle();
    const cancelled = isCancellation(failure);
    const error = jobErrorOf(failure);
    const state = cancelled ? 'cancelled' : 'failed';
    await end({ ...outcome(), state, result: null, error: cancelled ? null : error });
    if (cancelled) throw failure;
    throw failureOfError(error, failure);
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

/** The latest events: those of the running workflow task are not in the history yet when the record is written. */
function recent(emitted: readonly NotedEvent[]): Pick<JobOutcome, 'emitted_count' | 'emitted_last'> {
  return { emitted_count: emitted.length, emitted_last: emitted.slice(-RECENT_EVENTS) };
}

/** RFC 3339, by the workflow's clock. */
function now(): string {
  return new Date().toISOString();
}

function markState(state: JobState): void {
  upsertSearchAttributes([{ key: jobState, value: state }]);
}
