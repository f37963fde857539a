/** The end of a batch: one event when all jobs of a request have ended. */
import { continueAsNew, proxyLocalActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { BatchActivities } from '../activities/jobs/batches.ts';
import { batchPath, batchState } from '../domain/jobs/batch/state.ts';
import type { WatchedBatch } from '../domain/jobs/batch/state.ts';
import type { FinalJobState } from '../domain/jobs/model.ts';
import { BATCH_COMPLETED } from '../domain/webhook/model.ts';
import type { WebhookDelivery } from '../domain/webhook/model.ts';
import { LOCAL_ACTIVITY } from './job/local-activity.ts';
import { startDelivery } from './webhook.ts';

const { endedJobs } = proxyLocalActivities<BatchActivities>(LOCAL_ACTIVITY);

/** Pauses between looks at the first open job: each twice as long as the one before. */
const FIRST_LOOK_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Waits until all jobs have ended, then starts the delivery of `batch.completed`. It looks at the jobs instead of being
 * told, because a job that is terminated tells nobody. A job that is retried after it was seen to have ended counts as
 * it was seen.
 */
export async function watchBatch(batch: WatchedBatch): Promise<void> {
  const { job_ids } = batch;
  const ended = [...(batch.ended ?? [])];
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    ended.push(...(await endedJobs(job_ids.slice(ended.length))));
    if (ended.length === job_ids.length) break;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof watchBatch>({ ...batch, ended });
    await sleep(pause);
  }
  await startDelivery(completed(batch, ended, new Date().toISOString()));
}

function completed(batch: WatchedBatch, ended: readonly FinalJobState[], finished_at: string): WebhookDelivery {
  const { batch_id, tenant_id, kind, priority, job_ids, created_at } = batch;
  const { url, secret_ref, headers, policy } = batch.webhook;
  const count = (state: FinalJobState): number => ended.filter((end) => end === state).length;
  const counts = { succeeded: count('succeeded'), failed: count('failed'), cancelled: count('cancelled') };
  const links = { self: batchPath(batch_id) };
  const told = { batch_id, kind, state: batchState(counts), priority, counts, created_at, finished_at, links };
  return {
    // A batch ends once.
    webhook_id: `${batch_id}.${BATCH_COMPLETED}`,
    round: 1,
    tenant_id,
    job_id: job_ids[0] ?? batch_id,
    policy,
    target: { url, secret_ref, headers },
    payload: { type: BATCH_COMPLETED, timestamp: finished_at, data: { batch: told } },
  };
}
