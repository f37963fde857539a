import { proxyActivities, scheduleActivity, workflowInfo } from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/common';
import type { CredentialActivities } from '../../activities/jobs/await-credential.ts';
import type { JobEnvelope, StepContext, StepResult } from '../../domain/jobs/model.ts';

/** Names of the activities among `A` that are steps, which `runStep` (activities/step/step.ts) runs. */
export type StepName<A> = {
  [K in keyof A & string]: A[K] extends (input: never, context: StepContext) => Promise<StepResult<unknown>>
    ? K
    : never;
}[keyof A & string];
export type StepInput<F> = F extends (input: infer I, context: StepContext) => unknown ? I : never;
export type StepValue<F> = F extends (input: never, context: StepContext) => Promise<StepResult<infer T>> ? T : never;

/** The steps among the activities `A`, bound to one task queue and one set of limits. `job.step` takes them. */
export interface Steps<A> {
  readonly taskQueue: string;
  readonly run: <K extends StepName<A>>(
    name: K,
    activityId: string,
    input: StepInput<A[K]>,
  ) => Promise<StepResult<StepValue<A[K]>>>;
}

/** A step ends itself when its time is up (activities/step/step.ts). Temporal's timeout fires only if it does not. */
const STEP_GRACE_MS = 30_000;

/**
 * The steps of a task queue. Temporal's retry policy allows almost any number of attempts, because an attempt may only
 * wait for its turn, or for a store that is unavailable. The step itself limits the attempts that fail
 * (activities/step/failures.ts). `summary` names what the steps work on, for Temporal's Web UI.
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
