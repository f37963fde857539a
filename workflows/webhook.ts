/** Deliveries of webhooks: one workflow an event, which outlives the job that started it. */
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ParentClosePolicy,
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  startChild,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhook/index.ts';
import { WEBHOOK_TASK_QUEUE } from '../domain/manifests/webhook.ts';
import type { DeliveryOutcome, WebhookDelivery, WebhookEventType, WebhookPayload } from '../domain/webhook/model.ts';
import type { JobInput } from '../domain/jobs/model.ts';

/** Tries the delivery at once instead of at the end of its pause. */
export const deliverNow = defineSignal('deliverNow');

/** No receiver makes a delivery wait longer, whatever its `Retry-After` says. */
const LONGEST_PAUSE_MS = 86_400_000;

/** Pauses become longer by up to this share, so that the deliveries of one outage do not come back all at once. */
const JITTER = 0.2;

/**
 * Delivers one event until the receiver takes it, or gives up. Who wishes it once more, while this run lasts, gets another
 * round; a wish within a pause ends the pause. The outcome of the last round.
 */
export async function deliverWebhook(first: WebhookDelivery): Promise<DeliveryOutcome> {
  let wishes = 0;
  setHandler(deliverNow, () => {
    wishes++;
  });
  // A later round is begun by a wish.
  let heard = first.round > 1 ? 1 : 0;
  const pause = async (ms: number): Promise<void> => {
    await condition(() => wishes > heard, ms);
    heard = Math.max(heard, wishes);
  };
  for (let delivery = first; ; delivery = { ...delivery, round: delivery.round + 1 }) {
    const outcome = await deliverRound(delivery, pause);
    if (wishes <= heard) return outcome;
    heard = wishes;
  }
}

/** Attempts with pauses between them, each as long as the policy says, or as `Retry-After` asks for if that is longer. */
async function deliverRound(delivery: WebhookDelivery, pause: (ms: number) => Promise<void>): Promise<DeliveryOutcome> {
  const { policy, payload, webhook_id, round } = delivery;
  const job_run_id = workflowInfo().parent?.runId ?? null;
  const { deliver } = proxyActivities<WebhookActivities>({
    taskQueue: WEBHOOK_TASK_QUEUE,
    summary: `${payload.type} → ${new URL(delivery.target.url).host}`,
    startToCloseTimeout: policy.timeout_ms + 30_000,
    scheduleToCloseTimeout: '1 day',
    // What the receiver answers is an outcome. A failure is ours: a worker that died, a database that is away.
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });
  for (let attempts = 1; ; attempts++) {
    const delay = policy.retry_delays_ms[attempts - 1];
    const answer = await deliver({ delivery, job_run_id, attempt: attempts, is_last: delay === undefined });
    const { status, reason } = answer;
    if (answer.state !== 'retry' || delay === undefined) {
      const state = answer.state === 'delivered' ? 'delivered' : 'failed';
      return { webhook_id, round, event_type: payload.type, state, attempts, status, reason };
    }
    const wanted = Math.max(delay, answer.retry_after_ms ?? 0);
    const ms = Math.min(wanted, LONGEST_PAUSE_MS) * (1 + Math.random() * JITTER);
    setCurrentDetails(`attempt ${attempts}: ${reason}; the next at ${new Date(Date.now() + ms).toISOString()}`);
    await pause(ms);
  }
}

/** What a job says of itself when something has happened to it. */
export type JobFacts = Pick<WebhookPayload['data']['job'], 'state' | 'started_at' | 'finished_at' | 'error'>;

/**
 * Starts the delivery of an event, if the job has a webhook that wants it. It goes on when the job has ended, cancelled
 * or not. Resolves when the delivery has begun.
 */
export async function tellReceiver(
  { envelope, webhook }: JobInput,
  type: WebhookEventType,
  facts: JobFacts,
): Promise<void> {
  if (!webhook?.event_types.includes(type)) return;
  const { workflowId: job_id, taskQueue } = workflowInfo();
  const { tenant_id, kind, source, priority, created_at } = envelope;
  const { url, secret_ref, headers, links, policy } = webhook;
  const job = { job_id, kind, source, priority, created_at, ...facts, links };
  const timestamp = facts.finished_at ?? facts.started_at ?? created_at;
  const delivery: WebhookDelivery = {
    // A job that was reset has the same event again, and its receiver wants to hear of it: not the same identifier.
    webhook_id: `${job_id}.${type}.${uuid4().slice(0, 8)}`,
    ...{ round: 1, tenant_id, job_id, policy },
    target: { url, secret_ref, headers },
    payload: { type, timestamp, data: { job } },
  };
  await CancellationScope.nonCancellable(() =>
    startChild(deliverWebhook, {
      workflowId: delivery.webhook_id,
      taskQueue,
      args: [delivery],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: ChildWorkflowCancellationType.ABANDON,
      staticSummary: `webhook · ${type} · ${source}`,
    }),
  );
}
