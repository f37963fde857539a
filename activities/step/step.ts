/** The frame of every activity that works longer than a moment: heartbeats, progress, cancellation, failures. */
import { Context } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import { ServiceError } from '../../errors/index.ts';
import { countAttempts } from '../../domain/jobs/attempts.ts';
import { fairnessKey } from '../../domain/jobs/fairness-key.ts';
import { jobErrorOf } from '../../domain/jobs/failure.ts';
import { STEP_SIGNAL } from '../../domain/jobs/model.ts';
import type {
  JobInput,
  JobProgress,
  StepContext,
  StepHeartbeat,
  StepResult,
  StepSignal,
  StepWaiting,
} from '../../domain/jobs/model.ts';
import { addUsage, isMeasure, readUsage } from '../../domain/jobs/usage.ts';
import type { Measure } from '../../domain/jobs/usage.ts';
import {
  STEP_ATTEMPTS,
  handedBack,
  isLastAttempt,
  isRefusal,
  outOfAttempts,
  refusedForNow,
  steppedBack,
  toFailure,
} from './failures.ts';
import { keptResult } from './kept-result.ts';
import { StepStart } from './start.ts';
import { StepWait } from './wait.ts';
import type { AwaitedTurn } from './wait.ts';
import type { WaitingRoom } from './waiting-room.ts';

/** How often progress becomes a heartbeat, at most; an engine may tell of every page. */
const PROGRESS_INTERVAL_MS = 500;

/** How often progress becomes an event of the job. Heartbeats carry all of it; the history must stay small. */
const PROGRESS_EVENT_INTERVAL_MS = 10_000;

export interface Step {
  readonly jobId: string;
  /** From 1, without those that only waited. */
  readonly attempt: number;
  /** When the first attempt was asked for. */
  readonly scheduledAt: Date;
  /** Aborted by cancellation, by the end of the worker, by the step's deadline and when Temporal has given the attempt up. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /** Tells the job that the work has begun; a job none of whose steps has is `queued`. Calling it again does nothing. */
  readonly begin: () => void;
  /**
   * Runs work that waits for its turn first. While the step does nothing else, its job is told what it waits for; and before its
   * first turn the step may be handed back to Temporal, so that it holds no slot that another tenant needs: then
   * `turn.signal` is aborted. With its first turn the step begins.
   */
  readonly inTurn: <T>(what: () => StepWaiting, work: (turn: AwaitedTurn) => Promise<T>) => Promise<T>;
  /** Whether another tenant may need the slot more: a step that is one of many parts of its work should end, and leave the rest to the next. */
  readonly isInTheWay: () => boolean;
  /** What the attempt before kept last, if it kept anything: it was written by the same step, perhaps of an older release. */
  readonly checkpoint: unknown;
  /**
   * Keeps a small JSON value for the next attempt, in place of the one before. It is with Temporal a second later at the
   * latest: a process that dies sooner takes it along.
   */
  readonly keep: (checkpoint: unknown) => void;
  /**
   * Counts what the step has just spent, whatever becomes of the attempt (domain/jobs/usage.ts). It is with Temporal a second later at
   * the latest. Throws for an amount that is negative or not finite.
   */
  readonly spend: (measure: Measure) => void;
  /**
   * Whether nobody will go on with the work: its job was cancelled or terminated, or the time of its last attempt is up. To
   * be asked once the signal is aborted.
   */
  readonly isUnwanted: () => Promise<boolean>;
}

/** What an activity was called with that is a step of a job. */
export interface StepCall {
  readonly input: Pick<JobInput, 'envelope'>;
  readonly context: StepContext;
}

/** The waiting rooms of a process, by the task queues that it polls. */
export type WaitingRooms = ReadonlyMap<string, WaitingRoom>;

/**
 * The part of a step's time that it may spend waiting for its first turn. Then it waits in its queue, which does not count. A
 * third, so that the greater part of the time is left for the work of whatever turn comes last; and with 15 min as the time, a
 * step that waits for hours costs an attempt in 5 min.
 */
const MOST_WAITING = 1 / 3;

/**
 * Runs the work of an activity: reports to its job that it began, unless it ends at once, and how it gets on, heartbeats three times within the
 * heartbeat timeout even when the work is silent, ends it when it takes longer than the job allows, and turns errors into
 * failures of the catalogue. When the attempt is cancelled it rejects as Temporal wants it, once the work has stopped; when its
 * worker stops, so that another one takes the step at once and goes on from the checkpoint.
 */
export async function runStep<T>(
  rooms: WaitingRooms,
  { input, context: { is_later_run } }: StepCall,
  work: (step: Step) => Promise<T>,
): Promise<StepResult<T>> {
  const { limits, tenant_id } = input.envelope;
  const attemptBeganAt = new Date().toISOString();
  const context = Context.current();
  const { info, cancellationSignal } = context;
  const { activityType: step, workflowExecution } = info;
  if (!workflowExecution) throw new Error(`${step} runs only as a step of a job`);

  const kept = is_later_run ? await keptResult(context.client.workflow, info, input) : null;
  if (kept) return kept;
  const handle = context.client.workflow.getHandle(workflowExecution.workflowId, workflowExecution.runId);
  const tell = async (report: Pick<StepSignal, 'phase' | 'error' | 'progress'>): Promise<void> => {
    const { activityId: activity_id } = info;
    const about = { step, activity_id, attempt: attempts.shown, began_at: start.beganAt };
    const spent = { run_id: workflowExecution.runId, usage };
    try {
      await handle.signal(STEP_SIGNAL, { ...report, ...about, spent } satisfies StepSignal);
    } catch (error) {
      // The step's own result tells the job the same, later.
      context.log.warn('The job could not be told', { phase: report.phase, error });
    }
  };

  // Written by this function in the attempt before.
  const before: StepHeartbeat | undefined = info.heartbeatDetails;
  const attempts = countAttempts(info.attempt, before);
  let uncounted = attempts.raw - attempts.counted;
  let waited = attempts.raw - attempts.shown;
  let refused = before?.refused ?? 0;
  let usage = readUsage(before?.usage) ?? [];
  const exhausted = outOfAttempts(attempts.counted, usage);
  if (exhausted) throw exhausted;

  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tookTooLong(limits.step_timeout_ms)), limits.step_timeout_ms);
  const start = new StepStart({
    beganBefore: before?.began_at ?? null,
    // After the second refusal in a row the number of the attempt stays the same.
    isNews: attempts.shown > 1 && refused < 2,
    report: () => {
      // The API sees a heartbeat even while no worker runs the workflow.
      beat();
      told.push(tell({ phase: 'started', error: null, progress: null }));
    },
  });
  const wait = new StepWait(rooms.get(info.taskQueue)?.enter(fairnessKey(tenant_id)), {
    wasWaiting: before?.waiting !== undefined && before.waiting !== null,
    mostMs: limits.step_timeout_ms * MOST_WAITING,
    onChange: () => beat(),
    onBegin: () => start.begin(),
  });
  let progress: JobProgress | null = null;
  let checkpoint: unknown = before?.checkpoint ?? null;
  let beatAt = 0;
  let toldAt = Date.now();
  const beat = (waiting = wait.waiting): void =>
    context.heartbeat({
      ...{ progress, checkpoint, uncounted, waited, refused, waiting, usage },
      began_at: start.beganAt,
    } satisfies StepHeartbeat);
  const pulse = setInterval(() => beat(), heartbeatIntervalMs(info));
  const told: Promise<void>[] = [];

  try {
    const value = await work({
      jobId: workflowExecution.workflowId,
      attempt: attempts.shown,
      scheduledAt: new Date(info.scheduledTimestampMs),
      signal: AbortSignal.any([cancellationSignal, deadline.signal]),
      onProgress: (next) => {
        progress = next;
        const now = Date.now();
        if (now - beatAt >= PROGRESS_INTERVAL_MS) {
          beatAt = now;
          beat();
        }
        if (now - toldAt < PROGRESS_EVENT_INTERVAL_MS) return;
        toldAt = now;
        told.push(tell({ phase: 'progress', error: null, progress }));
      },
      begin: () => wait.begin(),
      inTurn: (what, use) => wait.inTurn(what, use),
      isInTheWay: () => wait.isInTheWay,
      checkpoint,
      keep: (next) => {
        checkpoint = next;
        beat();
      },
      spend: (measure) => {
        if (!isMeasure(measure)) throw new RangeError(`${JSON.stringify(measure)} is no measure.`);
        usage = addUsage(usage, [measure]);
        beat();
      },
      isUnwanted: async () => {
        if (deadline.signal.aborted) return isLastAttempt(attempts.counted);
        const { cancelRequested, notFound } = context.cancellationDetails ?? {};
        // A job that ends at once when it is cancelled is gone before its step hears of it; an attempt that Temporal took
        // for dead is gone, too, but its job goes on.
        if (cancelRequested || !notFound) return cancelRequested === true;
        return handle.describe().then(
          ({ status }) => status.name !== 'RUNNING',
          () => false,
        );
      },
    });
    return { began_at: start.beganAt ?? attemptBeganAt, usage, value };
  } catch (error) {
    if (isStopping(context) || wait.wentBack) {
      if (wait.hasBegun) told.push(tell({ phase: 'handed_back', error: null, progress: null }));
      else waited++;
      uncounted++;
      beat();
      throw isStopping(context) ? handedBack(usage) : steppedBack(waited, usage);
    }
    if (cancellationSignal.aborted) {
      start.reportNow();
      await context.cancelled;
    }
    const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    if (isRefusal(reason, info.scheduledTimestampMs)) {
      refused++;
      uncounted++;
      // The job hears of the first refusal in a row: a day of them would fill its history.
      if (refused > 1) waited++;
      else
        told.push(
          tell({ phase: 'retrying', error: jobErrorOf(refusedForNow(reason, refused, usage)), progress: null }),
        );
      beat(null);
      throw refusedForNow(reason, refused, usage);
    }
    refused = 0;
    beat(null);
    const failure = toFailure(reason, attempts.counted, STEP_ATTEMPTS, usage);
    context.log.warn('The step failed', { attempt: attempts.shown, code: failure.type, error });
    if (willRetry(failure)) told.push(tell({ phase: 'retrying', error: jobErrorOf(failure), progress: null }));
    else start.reportNow();
    throw failure;
  } finally {
    clearInterval(pulse);
    clearTimeout(timer);
    wait.end();
    start.end();
    await Promise.all(told);
  }
}

/** A third of the heartbeat timeout, so that one lost heartbeat is not taken for a death. */
function heartbeatIntervalMs({ heartbeatTimeoutMs }: Context['info']): number {
  return (heartbeatTimeoutMs ?? 30_000) / 3;
}

/** Whether the attempt ends because its worker does. */
export function isStopping({ cancellationDetails }: Context): boolean {
  return cancellationDetails?.workerShutdown === true;
}

function tookTooLong(limitMs: number): ServiceError {
  return new ServiceError('timeout', `The step took longer than ${limitMs / 1000} s.`, { limit_ms: limitMs });
}

function willRetry(failure: ApplicationFailure): boolean {
  return !failure.nonRetryable;
}

/** Runs a short step: errors become failures of the catalogue; there is nothing to tell of its progress. */
export async function runMoment<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  try {
    return await work();
  } catch (error) {
    throw isStopping(context) ? handedBack() : toFailure(error, context.info.attempt);
  }
}

/**
 * Runs a step that works for long but belongs to no job: heartbeats three times within the heartbeat timeout, with the
 * count that the work told last, and turns errors into failures. `signal` is aborted when the attempt is given up.
 */
export async function runBeating<T>(
  work: (signal: AbortSignal, beat: (count: number) => void) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const { info, cancellationSignal } = context;
  let count = 0;
  const pulse = setInterval(() => context.heartbeat(count), heartbeatIntervalMs(info));
  try {
    return await work(cancellationSignal, (told) => {
      count = told;
    });
  } catch (error) {
    if (isStopping(context)) throw handedBack();
    if (cancellationSignal.aborted) await context.cancelled;
    const failure = toFailure(error, info.attempt);
    context.log.warn('The step failed', { attempt: info.attempt, code: failure.type, error });
    throw failure;
  } finally {
    clearInterval(pulse);
  }
}
