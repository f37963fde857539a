/** The frame of every job: state and events that operators and the API see, cancellation, and the record at the end. */
import {
  CancellationScope,
  TemporalFailure,
  defineSignal,
  isCancellation,
  log,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { JobActivities, JobOutcome } from '../activities/jobs.ts';
import { failureOfError, jobErrorOf } from '../platform/jobs/failure.ts';
import { SEARCH_ATTRIBUTES, STEP_SIGNAL } from '../platform/jobs/model.ts';
import type {
  EmittedEvent,
  JobEnvelope,
  JobMemo,
  JobProgress,
  JobState,
  JobUsage,
  StepSignal,
} from '../platform/jobs/model.ts';
import { Lifecycle, progressText } from './lifecycle.ts';

const stepSignal = defineSignal<[StepSignal]>(STEP_SIGNAL);
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
  /** What the result took, told once it is there. */
  setUsage(usage: JobUsage): void;
  /** Runs an activity that reports by {@link STEP_SIGNAL}; `name` is the activity's. */
  step<T>(name: string, run: () => Promise<T>): Promise<T>;
}

/**
 * Runs a domain's work as a job. Failures of activities end it as `failed` with an error of the catalogue, cancellation
 * as `cancelled`; either way the record is written first. A bug (any other error) does not end the job: Temporal tries
 * the workflow task again until a worker with a fix comes.
 */
export async function runJob<R extends object>(envelope: JobEnvelope, work: (job: Job) => Promise<R>): Promise<R> {
  const emitted: EmittedEvent[] = [];
  let usage: JobUsage | null = null;
  const setUsage = (told: JobUsage): void => {
    usage = told;
  };
  const emit = (event: EmittedEvent, also: Omit<JobMemo, 'job' | 'event'> = {}): void => {
    emitted.push(event);
    upsertMemo({ event, ...also });
  };
  const showProgress = (progress: JobProgress): void => {
    setCurrentDetails(`running: ${progressText(progress)}`);
    emit({ type: 'job.progress', message: progressText(progress), data: { ...progress } }, { progress });
  };
  const lifecycle = new Lifecycle({
    emit,
    showProgress,
    markStarted: (event) => {
      showState('running');
      emit(event, { started_at: new Date().toISOString() });
    },
  });
  setHandler(stepSignal, (signal) => lifecycle.handle(signal));
  void CancellationScope.current().cancelRequested.catch(() => showState('cancelling'));

  try {
    const result = await work({ emit, showProgress, setUsage, step: (name, run) => lifecycle.step(name, run) });
    await finish({ envelope, state: 'succeeded', result, error: null, usage, ...recent(emitted) });
    return result;
  } catch (failure) {
    if (!(failure instanceof TemporalFailure)) throw failure;
    const cancelled = isCancellation(failure);
    const error = jobErrorOf(failure);
    const state = cancelled ? 'cancelled' : 'failed';
    await finish({ envelope, state, result: null, error: cancelled ? null : error, usage, ...recent(emitted) });
    if (cancelled) throw failure;
    throw failureOfError(error, failure);
  }
}

async function finish(outcome: JobOutcome): Promise<void> {
  showState(outcome.state);
  try {
    await CancellationScope.nonCancellable(() => recordJob(outcome));
  } catch (failure) {
    // Temporal itself still knows how the job ended, for as long as it keeps the history.
    log.error('The job record could not be written', { failure });
  }
}

/** The latest events: those of the running workflow task are not in the history yet when the record is written. */
function recent(emitted: readonly EmittedEvent[]): Pick<JobOutcome, 'emitted_count' | 'emitted_last'> {
  return { emitted_count: emitted.length, emitted_last: emitted.slice(-RECENT_EVENTS) };
}

function showState(state: JobState): void {
  upsertSearchAttributes([{ key: jobState, value: state }]);
  setCurrentDetails(state);
}
