/** What a job tells operators and the API of itself: events, state, start, usage, and its record at the end. */
import {
  CancellationScope,
  log,
  proxyLocalActivities,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { JobActivities, JobOutcome } from '../../activities/jobs/index.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import type { EmittedEvent, JobInput, JobMemo, JobState, NotedEvent } from '../../domain/jobs/model.ts';
import { UsageLedger } from '../../domain/jobs/usage.ts';
import { tellReceiver } from '../webhook.ts';
import { Details } from './details.ts';
import { LOCAL_ACTIVITY } from './local-activity.ts';

const jobState = defineSearchAttributeKey(SEARCH_ATTRIBUTES.state, 'KEYWORD');

const { recordJob } = proxyLocalActivities<JobActivities>(LOCAL_ACTIVITY);

export class JobReport {
  readonly usage: UsageLedger;
  readonly #input: JobInput;
  readonly #details = new Details();
  readonly #emitted: NotedEvent[] = [];
  #startedAt: string | null;

  constructor(input: JobInput) {
    this.#input = input;
    this.#startedAt = input.continued?.started_at ?? null;
    this.usage = new UsageLedger(input.continued?.usage);
    if (this.#startedAt !== null) this.#details.showState('running');
  }

  /** RFC 3339; `null` before the first step has begun. */
  get startedAt(): string | null {
    return this.#startedAt;
  }

  /** Events of this run. */
  get emitted(): readonly NotedEvent[] {
    return this.#emitted;
  }

  readonly emit = (
    emittedEvent: EmittedEvent,
    also: Omit<JobMemo, 'job' | 'event'> = {},
    occurred_at: string = now(),
  ): void => {
    const event = { ...emittedEvent, occurred_at };
    this.#emitted.push(event);
    upsertMemo({ event, ...also, usage: this.usage.total } satisfies Omit<JobMemo, 'job'>);
  };

  readonly show = (text: string): void => this.#details.show(text);

  readonly showPaused = (isPaused: boolean): void => this.#details.showPaused(isPaused);

  readonly markStarted = (event: EmittedEvent, beganAt: string): void => {
    markState('running');
    this.#details.showState('running');
    const started_at = within(workflowInfo().startTime.toISOString(), beganAt, now());
    this.#startedAt = started_at;
    this.emit(event, { started_at }, started_at);
    void tellReceiver(this.#input, 'job.started', { state: 'running', started_at, finished_at: null, error: null });
  };

  markCancelling(): void {
    markState('cancelling');
    this.#details.showState('cancelling');
  }

  /**
   * Records how the job ended, and tells its receiver. A record that cannot be written does not change how it ended.
   */
  async end(outcome: JobOutcome): Promise<void> {
    const { state, started_at, finished_at, error, usage } = outcome;
    this.#details.showEnd(state);
    markState(state);
    upsertMemo({ finished_at, usage } satisfies Partial<JobMemo>);
    try {
      const unreported = await CancellationScope.nonCancellable(() => recordJob(outcome));
      if (unreported.length > 0) upsertMemo({ unreported } satisfies Partial<JobMemo>);
    } catch (failure) {
      // Temporal itself still knows how the job ended, for as long as it keeps the history.
      log.error('The job record could not be written', { failure });
    }
    await tellReceiver(this.#input, `job.${state}`, { state, started_at, finished_at, error });
  }
}

/** RFC 3339, by the workflow's clock. */
export function now(): string {
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
