/** Runs every activity that is not trivially short: heartbeats, progress, cancellation, failures. */
import { Context } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import { ServiceError } from '../../errors/index.ts';
import { countAttempts } from '../../domain/jobs/attempts.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
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

/**
 * Delay of a heartbeat that carries a change, together with all changes until then. A step that ends sooner sends none: its result carries
 * the same, and a heartbeat costs Temporal a write.
 */
const HEARTBEAT_DELAY_MS = 250;

/** Minimum interval between progress events of the job, which keeps the history small. Heartbeats carry all progress. */
const PROGRESS_EVENT_INTERVAL_MS = 10_000;

export interface Step {
  readonly jobId: string;
  /** From 1, not counting attempts that only waited. */
  readonly attempt: number;
  /** When the first attempt was scheduled. */
  readonly scheduledAt: Date;
  /** Aborted on cancellation, on worker shutdown, at the step's deadline, and when Temporal has given up on the attempt. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /** Reports to the job that the work has started. Until a step calls it, the job is `queued`. Further calls do nothing. */
  readonly begin: () => void;
  /**
   * Runs work that first waits for its turn. While the step only waits, its job reports what it waits for. Before its first turn,
   * the step may be handed back to Temporal so that it does not hold a slot that another tenant needs; `turn.signal` is then
   * aborted. The step starts with its first turn.
   */
  readonly inTurn: <T>(what: () => StepWaiting, work: (turn: AwaitedTurn) => Promise<T>) => Promise<T>;
  /** Whether another tenant may need the slot more. A step whose work is divided into many steps should then end early. */
  readonly isInTheWay: () => boolean;
  /** The last checkpoint of the previous attempt, if any. The same step wrote it, possibly in an older release. */
  readonly checkpoint: unknown;
  /**
   * Saves a small JSON value for the next attempt, replacing the previous one. It reaches Temporal within a second; a process that
   * dies sooner loses it.
   */
  readonly keep: (checkpoint: unknown) => void;
  /**
   * Adds usage of the step, which counts even if the attempt fails (domain/jobs/usage.ts). It reaches Temporal within two seconds.
   * Throws for an amount that is negative or not finite.
   */
  readonly spend: (measure: Measure) => void;
  /**
   * Whether no later attempt will continue the work: the job was cancelled or terminated, or the last attempt timed out. Call
   * it once the signal is aborted.
   */
  readonly isUnwanted: () => Promise<boolean>;
}

/** The arguments of an activity that is a step of a job. */
export interface StepCall {
  readonly input: Pick<JobInput, 'envelope'>;
  readonly context: StepContext;
}

/** The waiting rooms of a process, by task queue. */
export type WaitingRooms = ReadonlyMap<string, WaitingRoom>;

/**
 * The share of its timeout that a step may spend waiting for its first turn. After that it waits in its task queue, where no
 * timeout runs. A third leaves most of the time for the work; and with a timeout of 15 min, a step that waits for hours costs one
 * attempt every 5 min.
 */
const MOST_WAITING = 1 / 3;

/**
 * Runs the work of an activity. Reports its start (unless it ends at once) and its progress to the job, heartbeats three times per
 * heartbeat timeout even when the work reports nothing, aborts it when it takes longer than the job allows, and turns errors
 * into failures of the catalogue. A cancelled attempt rejects as Temporal expects, once the work has stopped. When the worker
 * shuts down, it rejects so that another worker takes the step at once and resumes from the checkpoint.
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
  const report = async (content: Pick<StepSignal, 'phase' | 'error' | 'progress'>): Promise<void> => {
    const { activityId: activity_id } = info;
    const about = { step, activity_id, attempt: attempts.shown, began_at: start.beganAt };
    const spent = { run_id: workflowExecution.runId, usage };
    try {
      await handle.signal(STEP_SIGNAL, { ...content, ...about, spent } satisfies StepSignal);
    } catch (error) {
      // The step's result carries the same to the job, later.
      context.log.warn('The step could not report to its job', { phase: content.phase, error });
    }
  };

  // This function wrote it in the previous attempt.
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
      // The API can read a heartbeat even while no worker runs the workflow.
      beat();
      reports.push(report({ phase: 'started', error: null, progress: null }));
    },
  });
  const wait = new StepWait(rooms.get(info.taskQueue)?.enter(fairnessKey(tenant_id)), {
    wasWaiting: before?.waiting !== undefined && before.waiting !== null,
    mostMs: limits.step_timeout_ms * MOST_WAITING,
    onChange: () => beatSoon(),
    onBegin: () => start.begin(),
  });
  let progress: JobProgress | null = null;
  let checkpoint: unknown = before?.checkpoint ?? null;
  let reportedAt = Date.now();
  const beat = (waiting = wait.waiting): void =>
    context.heartbeat({
      ...{ progress, checkpoint, uncounted, waited, refused, waiting, usage },
      began_at: start.beganAt,
    } satisfies StepHeartbeat);
  const pulse = setInterval(() => beat(), heartbeatIntervalMs(info));
  let soon: NodeJS.Timeout | undefined;
  const beatSoon = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined;
      beat();
    }, HEARTBEAT_DELAY_MS);
  };
  const reports: Promise<void>[] = [];

  try {
    const value = await work({
      jobId: workflowExecution.workflowId,
      attempt: attempts.shown,
      scheduledAt: new Date(info.scheduledTimestampMs),
      signal: AbortSignal.any([cancellationSignal, deadline.signal]),
      onProgress: (next) => {
        progress = next;
        beatSoon();
        const now = Date.now();
        if (now - reportedAt < PROGRESS_EVENT_INTERVAL_MS) return;
        reportedAt = now;
        reports.push(report({ phase: 'progress', error: null, progress }));
      },
      begin: () => wait.begin(),
      inTurn: (what, use) => wait.inTurn(what, use),
      isInTheWay: () => wait.isInTheWay,
      checkpoint,
      keep: (next) => {
        checkpoint = next;
        // At once: it may be the identifier of a paid remote job.
        beat();
      },
      spend: (measure) => {
        if (!isMeasure(measure)) throw new RangeError(`${JSON.stringify(measure)} is not a valid measure.`);
        usage = addUsage(usage, [measure]);
        beatSoon();
      },
      isUnwanted: async () => {
        if (deadline.signal.aborted) return isLastAttempt(attempts.counted);
        const { cancelRequested, notFound } = context.cancellationDetails ?? {};
        // A job that ends at once on cancellation is closed before its step learns of it. An attempt that Temporal timed out
        // is not found either, but its job continues.
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
      if (wait.hasBegun) reports.push(report({ phase: 'handed_back', error: null, progress: null }));
      else waited++;
      uncounted++;
      beat();
      throw isStopping(context) ? handedBack(usage) : steppedBack(waited, usage);
    }
    if (cancellationSignal.aborted) {
      // Nothing else tells the job what it has spent.
      beat();
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
        reports.push(
          report({ phase: 'retrying', error: jobErrorOf(refusedForNow(reason, refused, usage)), progress: null }),
        );
      beat(null);
      throw refusedForNow(reason, refused, usage);
    }
    refused = 0;
    beat(null);
    const failure = toFailure(reason, attempts.counted, STEP_ATTEMPTS, usage);
    context.log.warn('The step failed', { attempt: attempts.shown, code: failure.type, error });
    if (willRetry(failure)) reports.push(report({ phase: 'retrying', error: jobErrorOf(failure), progress: null }));
    else start.reportNow();
    throw failure;
  } finally {
    clearInterval(pulse);
    clearTimeout(soon);
    clearTimeout(timer);
    wait.end();
    start.end();
    await Promise.all(reports);
  }
}

/** A third of the heartbeat timeout, so that one lost heartbeat does not time the attempt out. */
function heartbeatIntervalMs({ heartbeatTimeoutMs }: Context['info']): number {
  return (heartbeatTimeoutMs ?? 30_000) / 3;
}

/** Whether the attempt ends because its worker is shutting down. */
export function isStopping({ cancellationDetails }: Context): boolean {
  return cancellationDetails?.workerShutdown === true;
}

function tookTooLong(limitMs: number): ServiceError {
  return new ServiceError('timeout', `The step took longer than ${limitMs / 1000} s.`, { limit_ms: limitMs });
}

function willRetry(failure: ApplicationFailure): boolean {
  return !failure.nonRetryable;
}

/** Runs a short activity without progress: errors become failures of the catalogue. */
export async function runMoment<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  try {
    return await work();
  } catch (error) {
    throw isStopping(context) ? handedBack() : toFailure(error, context.info.attempt);
  }
}

/**
 * Runs a long activity that belongs to no job: heartbeats three times per heartbeat timeout, with the last count that the work
 * reported, and turns errors into failures. `signal` is aborted when Temporal gives up on the attempt.
 */
export async function runBeating<T>(
  work: (signal: AbortSignal, beat: (count: number) => void) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const { info, cancellationSignal } = context;
  let count = 0;
  const pulse = setInterval(() => context.heartbeat(count), heartbeatIntervalMs(info));
  try {
    return await work(cancellationSignal, (next) => {
      count = next;
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
