import { proxyActivities, scheduleActivity, workflowInfo } from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/common';
import type { CredentialActivities } from '../../activities/jobs/await-credential.ts';
import type { JobEnvelope, StepContext, StepResult } from '../../domain/jobs/model.ts';

/** Names of the activities among `A` that are steps: they run in the frame of activities/step/step.ts. */
export type StepName<A> = {
  [K in keyof A & string]: A[K] extends (input: never, context: StepContext) => Promise<StepResult<unknown>>
    ? K
    : never;
}[keyof A & string];
export type StepInput<F> = F extends (input: infer I, context: StepContext) => unknown ? I : never;
export type StepValue<F> = F extends (input: never, context: StepContext) => Promise<StepResult<infer T>> ? T : never;

/** The steps among the activities `A`, on one task queue and under one set of limits, as `job.step` takes them. */
export interface Steps<A> {
  readonly taskQueue: string;
  readonly run: <K extends StepName<A>>(
    name: K,
    activityId: string,
    input: StepInput<A[K]>,
  ) => Promise<StepResult<StepValue<A[K]>>>;
}

/** A step ends by itself when its time is up (activities/step/step.ts): Temporal comes in only when it does not. */
const STEP_GRACE_MS = 30_000;

/**
 * The steps of a queue. A store that is away is waited for; what a source does wrong ends sooner, and attempts are limited,
 * by the step itself (failures.ts): it may wait for its turn in as many as it takes. `summary` says in Temporal's Web UI what the
 * steps work on.
 */
export function steps<A>({ limits }: JobEnvelope, taskQueue: string, summary: string): Steps<A> {
  const options: ActivityOptions = {
    taskQueue,
    summary,
    startToCloseTimeout: limits.step_timeout_ms + STEP_GRACE_MS,
    heartbeatTimeout: limits.heartbeat_timeout_ms,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 100_000 },
  };
  const { runId, firstExecutionRunId } = workflowInfo();
  const context: StepContext = { is_later_run: runId !== firstExecutionRunId };
  return {
    taskQueue,
    run: (name, activityId, input) => scheduleActivity(name, [input, context], { ...options, activityId }),
  };
}

/** The wait itself ends when it took too long (activities/jobs/await-credential.ts). */
export function awaitCredential(taskQueue: string, secret: string): Promise<void> {
  const { awaitCredential } = proxyActivities<CredentialActivities>({
    taskQueue,
    summary: secret,
    startToCloseTimeout: '10 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '15 seconds', maximumAttempts: 100_000 },
  });
  return awaitCredential({ secret });
}
