/** Runs the steps of jobs: heartbeats, progress, cancellation, failures. */
import { Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { ServiceError } from '../../errors/index.ts';
import { countAttempts } from '../../domain/jobs/attempts.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import { jobErrorOf } from '../../domain/jobs/failure.ts';
import type {
  JobInput,
  JobProgress,
  StepContext,
  StepHeartbeat,
  StepResult,
  StepWaiting,
} from '../../domain/jobs/model.ts';
import { isMeasure, readUsage } from '../../domain/jobs/usage.ts';
import type { Measure, Usage } from '../../domain/jobs/usage.ts';
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
import { keptResult } from './kept-result.ts';
import { Reports } from './reports.ts';
import { StepStart } from './start.ts';
import { StepWait } from './wait.ts';
import type { AwaitedTurn } from './wait.ts';
import type { WaitingRoom } from './waiting-room.ts';

/** Minimum interval between progress events of the job, which keeps the history small. Heartbeats carry all progress. */
const PROGRESS_EVENT_INTERVAL_MS = 10_000;

export interface Step {
  readonly jobId: string;
  /** Names it among the steps of all runs of its job. Its attempts share it. */
  readonly id: string;
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
  /** Its usage so far, over all its attempts. */
  readonly spent: () => Usage;
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
  const job = context.client.workflow.getHandle(workflowExecution.workflowId, workflowExecution.runId);
  // This function wrote it in the previous attempt.
  const before: StepHeartbeat | undefined = info.heartbeatDetails;
  const attempts = countAttempts(info.attempt, before);
  const exhausted = outOfAttempts(attempts.counted, readUsage(before?.usage) ?? []);
  if (exhausted) throw exhausted;

  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tookTooLong(limits.step_timeout_ms)), limits.step_timeout_ms);
  const heartbeats = new Heartbeats(context, {
    before,
    attempts,
    now: () => ({ began_at: start.beganAt, waiting: wait.waiting }),
  });
  const reports = new Reports(job, context.log, () => ({
    step,
    activity_id: info.activityId,
    attempt: attempts.shown,
    began_at: start.beganAt,
    spent: { run_id: workflowExecution.runId, usage: heartbeats.usage },
  }));
  const start = new StepStart({
    beganBefore: before?.began_at ?? null,
    // After the second refusal in a row the number of the attempt stays the same.
    isNews: attempts.shown > 1 && heartbeats.refused < 2,
    report: () => {
      // The API can read a heartbeat even while no worker runs the workflow.
      heartbeats.beat();
      reports.send('started');
    },
  });
  const wait = new StepWait(rooms.get(info.taskQueue)?.enter(fairnessKey(tenant_id)), {
    wasWaiting: before?.waiting !== undefined && before.waiting !== null,
    mostMs: limits.step_timeout_ms * MOST_WAITING,
    onChange: () => heartbeats.beatSoon(),
    onBegin: () => start.begin(),
  });
  let reportedAt = Date.now();

  try {
    const value = await work({
      jobId: workflowExecution.workflowId,
      id: `${workflowExecution.runId}/${info.activityId}`,
      attempt: attempts.shown,
      scheduledAt: new Date(info.scheduledTimestampMs),
      signal: AbortSignal.any([cancellationSignal, deadline.signal]),
      onProgress: (progress) => {
        heartbeats.show(progress);
        const now = Date.now();
        if (now - reportedAt < PROGRESS_EVENT_INTERVAL_MS) return;
        reportedAt = now;
        reports.send('progress', { progress });
      },
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
      isUnwanted: () =>
        deadline.signal.aborted ? Promise.resolve(isLastAttempt(attempts.counted)) : isUnwanted(context, job),
    });
    return { began_at: start.beganAt ?? attemptBeganAt, usage: heartbeats.usage, value };
  } catch (error) {
    if (isStopping(context) || wait.wentBack) {
      if (wait.hasBegun) reports.send('handed_back');
      heartbeats.endUncounted({ isSilent: !wait.hasBegun });
      const { waited, usage } = heartbeats;
      throw isStopping(context) ? handedBack(usage) : steppedBack(waited, usage);
    }
    if (cancellationSignal.aborted) {
      // Nothing else tells the job what it has spent.
      heartbeats.beat();
      start.reportNow();
      await context.cancelled;
    }
    const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    if (isRefusal(reason, info.scheduledTimestampMs)) {
      heartbeats.endRefused();
      const failure = refusedForNow(reason, heartbeats.refused, heartbeats.usage);
      if (heartbeats.refused === 1) reports.send('retrying', { error: jobErrorOf(failure) });
      throw failure;
    }
    heartbeats.endFailed();
    const failure = toFailure(reason, attempts.counted, STEP_ATTEMPTS, heartbeats.usage);
    context.log.warn('The step failed', { attempt: attempts.shown, code: failure.type, error });
    if (failure.nonRetryable) start.reportNow();
    else reports.send('retrying', { error: jobErrorOf(failure) });
    throw failure;
  } finally {
    heartbeats.end();
    clearTimeout(timer);
    wait.end();
    start.end();
    await reports.sent();
  }
}

/** Whether the job of an attempt that was aborted before its deadline has no use for the work. */
async function isUnwanted({ cancellationDetails }: Context, job: WorkflowHandle): Promise<boolean> {
  const { cancelRequested, notFound } = cancellationDetails ?? {};
  // A job that ends at once on cancellation is closed before its step learns of it. An attempt that Temporal timed out
  // is not found either, but its job continues.
  if (cancelRequested || !notFound) return cancelRequested === true;
  return job.describe().then(
    ({ status }) => status.name !== 'RUNNING',
    () => false,
  );
}

function tookTooLong(limitMs: number): ServiceError {
  return new ServiceError('timeout', `The step took longer than ${limitMs / 1000} s.`, { limit_ms: limitMs });
}
