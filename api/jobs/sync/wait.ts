import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../../errors/index.ts';
import { RETRY_AFTER } from '../../contract/headers.ts';
import { problemAnswer } from '../../contract/problems.ts';
import type { Services } from '../../services.ts';
import { noWorker } from '../submit/readiness.ts';
import { cancelAll, firstWaiting, untilWithoutWorker } from './waiting-jobs.ts';

/** The responses of a synchronous operation when it cannot wait for its jobs. */
export const NOT_WAITED = {
  503: {
    name: 'NoWorkerOrUnavailable',
    ...problemAnswer(
      'No worker polls the task queue of the engine, a dependency is unavailable, or the service is at capacity.',
      ['no_worker', 'unavailable', 'overloaded'],
      RETRY_AFTER,
    ),
  },
  504: {
    name: 'SyncTimeout',
    ...problemAnswer('The jobs did not end before the request’s deadline. They continue.', ['sync_timeout'], {
      Location: 'Status of the first job.',
    }),
  },
};

/** Lets our own timer end the wait before the connection's. */
const GRACE_MS = 5000;

/**
 * Waits until all jobs have ended. After the deadline, or when the process shuts down, throws `sync_timeout` with the
 * job IDs; the jobs continue. If one of them needs a worker that is not running, cancels the open jobs, whose results
 * nobody would read, and throws `no_worker`. `engineOf` returns the engine of a task queue, if only one uses it.
 */
export async function waitForAll(
  services: Services,
  jobIds: readonly string[],
  engineOf: (taskQueue: string) => string | null,
): Promise<void> {
  const { temporal, config, stopping } = services;
  const deadlineMs = config.jobs.syncDeadlineMs;
  const deadline = Date.now() + deadlineMs + GRACE_MS;
  const timer = new AbortController();
  const open = new Set(jobIds);
  const ended = Promise.allSettled(
    jobIds.map((jobId) =>
      temporal.connection
        .withAbortSignal(timer.signal, () =>
          temporal.connection.withDeadline(deadline, () => temporal.client.workflow.result(jobId)),
        )
        .finally(() => {
          if (!timer.signal.aborted) open.delete(jobId);
        }),
    ),
  ).then(() => 'ended' as const);
  const late = delay(deadlineMs, null, { signal: AbortSignal.any([timer.signal, stopping]) })
    .catch(() => null)
    .then(() => 'late' as const);
  const outcome = await Promise.race([ended, late, untilWithoutWorker(services, open, timer.signal)]).finally(() =>
    timer.abort(),
  );
  if (outcome === 'ended') return;

  const [first] = jobIds;
  const jobs = { job_id: first, job_ids: jobIds, location: `/v1/jobs/${first}` };
  if (outcome === 'late' || outcome === null) {
    const message = stopping.aborted
      ? 'The service is restarting before the jobs have ended.'
      : `The jobs did not end within ${deadlineMs / 1000} s.`;
    const waiting_on = await firstWaiting(services, open);
    throw new ServiceError('sync_timeout', message, { ...jobs, waiting_on });
  }
  await cancelAll(services, open);
  const { task_queue } = outcome;
  const lack = { engine_id: engineOf(task_queue), task_queue };
  throw noWorker(lack, ' Jobs that were still open were cancelled.', jobs);
}
