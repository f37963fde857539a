/** One attempt of a step: what it tells its job, when it must stop, and how it ends. */
import type { Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { ServiceError } from '../../errors/index.ts';
import { countAttempts } from '../../domain/jobs/attempts.ts';
import type { AttemptNumbers } from '../../domain/jobs/attempts.ts';
import { fairnessKey, priorityKey } from '../../domain/jobs/priority.ts';
import { jobErrorOf } from '../../domain/jobs/failure.ts';
import type { JobEnvelope, JobProgress, StepHeartbeat, StepResult } from '../../domain/jobs/model.ts';
import { isMeasure, readUsage } from '../../domain/jobs/usage.ts';
import {
  STEP_ATTEMPTS,
  handedBack,
  isLastAttempt,
  isRefusal,
  isStopping,
  outOfAttempts,
  refusedForNow,
  steppedBack,
  toFailure,
} from './failures.ts';
import { Heartbeats } from './heartbeats.ts';
import { Reports } from './reports.ts';
import { StepStart } from './start.ts';
import type { Step } from './step.ts';
import { StepWait } from './wait.ts';
import type { WaitingRoom } from './waiting-room.ts';

/**
 * Minimum interval between progress events of the job, which keeps the history small. Heartbeats carry all progress.
 */
const PROGRESS_EVENT_INTERVAL_MS = 10_000;

/**
 * The share of its timeout that a step may spend waiting for its first turn. After that it waits in its task queue,
 * where no timeout runs. A third leaves most of the time for the work; and with a timeout of 15 min, a step that waits
 * for hours costs one attempt every 5 min.
 */
const MOST_WAITING = 1 / 3;

interface AttemptOptions {
  readonly context: Context;
  readonly envelope: JobEnvelope;
  readonly workflow: { readonly workflowId: string; readonly runId: string };
  /** Of its task queue, if that has one. */
  readonly room: WaitingRoom | undefined;
  /** RFC 3339. */
  readonly beganAt: string;
}

export class Attempt {
  readonly #context: Context;
  readonly #workflow: AttemptOptions['workflow'];
  readonly #beganAt: string;
  readonly #job: WorkflowHandle;
  readonly #numbers: AttemptNumbers;
  readonly #deadline = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #heartbeats: Heartbeats;
  readonly #reports: Reports;
  readonly #start: StepStart;
  readonly #wait: StepWait;
  readonly #priorityKey: number;
  #reportedAt = Date.now();

  /** Throws when the step is out of attempts. */
  constructor({ context, envelope, workflow, room, beganAt }: AttemptOptions) {
    const { info } = context;
    const timeoutMs = envelope.limits.step_timeout_ms;
    this.#context = context;
    this.#workflow = workflow;
    this.#beganAt = beganAt;
    this.#job = context.client.workflow.getHandle(workflow.workflowId, workflow.runId);
    // The same code wrote it in the previous attempt.
    const before: StepHeartbeat | undefined = info.heartbeatDetails;
    const attempts = countAttempts(info.attempt, before);
    this.#numbers = attempts;
    const exhausted = outOfAttempts(attempts.counted, readUsage(before?.usage) ?? []);
    if (exhausted) throw exhausted;

    this.#timer = setTimeout(() => this.#deadline.abort(tookTooLong(timeoutMs)), timeoutMs);
    this.#heartbeats = new Heartbeats(context, {
      before,
      attempts,
      now: () => ({ began_at: this.#start.beganAt, waiting: this.#wait.waiting }),
    });
    this.#reports = new Reports(this.#job, context.log, () => ({
      step: info.activityType,
      activity_id: info.activityId,
      attempt: attempts.shown,
      began_at: this.#start.beganAt,
      spent: { run_id: workflow.runId, usage: this.#heartbeats.usage },
    }));
    this.#start = new StepStart({
      beganBefore: before?.began_at ?? null,
      // After the second refusal in a row the number of the attempt stays the same.
      isNews: attempts.shown > 1 && this.#heartbeats.refused < 2,
      report: () => {
        // The API can read a heartbeat even while no worker runs the workflow.
        this.#heartbeats.beat();
        this.#reports.send('started');
      },
    });
    this.#priorityKey = info.priority?.priorityKey ?? priorityKey(envelope.priority);
    this.#wait = new StepWait(room?.enter(fairnessKey(envelope.tenant_id), this.#priorityKey), {
      wasWaiting: before?.waiting !== undefined && before.waiting !== null,
      mostMs: timeoutMs * MOST_WAITING,
      onChange: () => this.#heartbeats.beatSoon(),
      onBegin: () => this.#start.begin(),
    });
  }

  get step(): Step {
    const { info, cancellationSignal } = this.#context;
    const heartbeats = this.#heartbeats;
    const wait = this.#wait;
    return {
      jobId: this.#workflow.workflowId,
      id: `${this.#workflow.runId}/${info.activityId}`,
      attempt: this.#numbers.shown,
      priorityKey: this.#priorityKey,
      scheduledAt: new Date(info.scheduledTimestampMs),
      signal: AbortSignal.any([cancellationSignal, this.#deadline.signal]),
      onProgress: (progress) => this.#show(progress),
      begin: () => wait.begin(),
      inTurn: (what, use) => wait.inTurn(what, use),
      isInTheWay: () => wait.isInTheWay,
      checkpoint: heartbeats.checkpoint,
      keep: (checkpoint) => heartbeats.keep(checkpoint),
      spend: (measure) => {
        if (!isMeasure(measure)) throw new RangeError(`${JSON.stringify(measure)} is not a valid measure.`);
        heartbeats.spend(measure);
      },
      spent: () => heartbeats.usage,
      isUnwanted: () => this.#isUnwanted(),
    };
  }

  resultOf<T>(value: T): StepResult<T> {
    return { began_at: this.#start.beganAt ?? this.#beganAt, usage: this.#heartbeats.usage, value };
  }

  /** What the attempt rejects with after an error of its work. */
  async failureOf(error: unknown): Promise<Error> {
    if (isStopping(this.#context) || this.#wait.wentBack) return this.#goBack();
    if (this.#context.cancellationSignal.aborted) {
      // Nothing else tells the job what it has spent.
      this.#heartbeats.beat();
      this.#start.reportNow();
      await this.#context.cancelled;
    }
    const reason: unknown = this.#deadline.signal.aborted ? this.#deadline.signal.reason : error;
    return isRefusal(reason, this.#context.info.scheduledTimestampMs)
      ? this.#refuse(reason)
      : this.#fail(reason, error);
  }

  /** Call it once the attempt has ended. Resolves when its reports have been sent. */
  async end(): Promise<void> {
    this.#heartbeats.end();
    clearTimeout(this.#timer);
    this.#wait.end();
    this.#start.end();
    await this.#reports.sent();
  }

  #show(progress: JobProgress): void {
    this.#heartbeats.show(progress);
    const now = Date.now();
    if (now - this.#reportedAt < PROGRESS_EVENT_INTERVAL_MS) return;
    this.#reportedAt = now;
    this.#reports.send('progress', { progress });
  }

  #goBack(): Error {
    const { hasBegun } = this.#wait;
    if (hasBegun) this.#reports.send('handed_back');
    this.#heartbeats.endUncounted({ isSilent: !hasBegun });
    const { waited, usage } = this.#heartbeats;
    return isStopping(this.#context) ? handedBack(usage) : steppedBack(waited, usage);
  }

  #refuse(reason: ServiceError): Error {
    this.#heartbeats.endRefused();
    const { refused, usage } = this.#heartbeats;
    const failure = refusedForNow(reason, refused, usage);
    if (refused === 1) this.#reports.send('retrying', { error: jobErrorOf(failure) });
    return failure;
  }

  #fail(reason: unknown, error: unknown): Error {
    this.#heartbeats.endFailed();
    const failure = toFailure(reason, this.#numbers.counted, STEP_ATTEMPTS, this.#heartbeats.usage);
    this.#context.log.warn('The step failed', { attempt: this.#numbers.shown, code: failure.type, error });
    if (failure.nonRetryable) this.#start.reportNow();
    else this.#reports.send('retrying', { error: jobErrorOf(failure) });
    return failure;
  }

  /** See {@link Step.isUnwanted}. */
  async #isUnwanted(): Promise<boolean> {
    if (this.#deadline.signal.aborted) return isLastAttempt(this.#numbers.counted);
    const { cancelRequested, notFound } = this.#context.cancellationDetails ?? {};
    // A job that ends at once on cancellation is closed before its step learns of it. An attempt that Temporal timed
    // out is not found either, but its job continues.
    if (cancelRequested || !notFound) return cancelRequested === true;
    return this.#job.describe().then(
      ({ status }) => status.name !== 'RUNNING',
      () => false,
    );
  }
}

function tookTooLong(limitMs: number): ServiceError {
  return new ServiceError('timeout', `The step took longer than ${limitMs / 1000} s.`, { limit_ms: limitMs });
}
