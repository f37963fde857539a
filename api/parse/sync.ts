import { setTimeout as delay } from 'node:timers/promises';
import type { Static } from 'typebox';
import { ServiceError } from '../../errors/index.ts';
import { findJob } from '../jobs/find.ts';
import type { JobAccepted } from '../jobs/schemas.ts';
import { jobStatus } from '../jobs/status.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { engineOfQueue, noWorker } from './no-worker.ts';
import { NO_CRAWL } from './crawl-result.ts';
import { parseResult } from './result.ts';
import type { ParseBatchResult } from './schemas.ts';
import { cancelAll, firstWaiting, untilWithoutWorker } from './waiting-jobs.ts';

/** Our own timer ends the waiting, not that of the connection. */
const GRACE_MS = 5000;

/**
 * Waits until all jobs have ended. Past the deadline, or when the process is told to stop, it throws `sync_timeout` naming the
 * jobs: they go on, and nothing is lost. When one of them turns out to need a worker that is not there, it cancels those that
 * have not ended and throws `no_worker`: nobody would look at what they make.
 */
export async function waitForAll(services: Services, jobIds: readonly string[]): Promise<void> {
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
      ? 'The service is being restarted before the jobs have ended.'
      : `The jobs have not ended within ${deadlineMs / 1000} s.`;
    const waiting_on = await firstWaiting(services, open);
    throw new ServiceError('sync_timeout', message, { ...jobs, waiting_on });
  }
  await cancelAll(services, open);
  const { task_queue } = outcome;
  const lack = { engine_id: engineOfQueue(task_queue), task_queue };
  throw noWorker(lack, ' The jobs that have not ended were cancelled.', jobs);
}

type BatchItem = Static<typeof ParseBatchResult>['results'][number];

/** What became of one source of a synchronous request. `inlineBytes` bounds the Markdown within it. */
export async function batchItem(
  services: Services,
  identity: Caller,
  { job_id: jobId, warnings }: Pick<JobAccepted, 'job_id' | 'warnings'>,
  inlineBytes: number,
): Promise<BatchItem> {
  const job = await findJob(services, identity, jobId);
  const { state, source, error } = await jobStatus(services, job);
  if (state !== 'succeeded') {
    const { attempts = [], skipped = [] } = (error?.details ?? {}) as Partial<Pick<BatchItem, 'attempts' | 'skipped'>>;
    return { job_id: jobId, source, attempts, skipped, ...NO_CRAWL, state, document: null, error, warnings };
  }
  return { ...(await parseResult(services, identity, job, inlineBytes)), state, error: null, warnings };
}
