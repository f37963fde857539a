import { proxyActivities } from '@temporalio/workflow';
import type { ParseActivities } from '../../activities/parse/index.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';

/** A step ends by itself when its time is up (activities/step/step.ts): Temporal comes in only when it does not. */
const STEP_GRACE_MS = 30_000;

/**
 * The activities of a queue. A store that is away is waited for; what a source does wrong ends sooner, and attempts are limited,
 * by the step itself (failures.ts): it may wait for its turn in as many as it takes.
 */
export function steps({ limits }: JobEnvelope, taskQueue: string, summary: string) {
  return proxyActivities<ParseActivities>({
    taskQueue,
    summary,
    startToCloseTimeout: limits.step_timeout_ms + STEP_GRACE_MS,
    heartbeatTimeout: limits.heartbeat_timeout_ms,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 100_000 },
  });
}

/** The wait itself ends when it took too long (activities/step/await-credential.ts). */
export function awaitCredential(taskQueue: string, secret: string): Promise<void> {
  const { awaitCredential } = proxyActivities<ParseActivities>({
    taskQueue,
    summary: secret,
    startToCloseTimeout: '10 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '15 seconds', maximumAttempts: 100_000 },
  });
  return awaitCredential({ secret });
}
