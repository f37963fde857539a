/** Webhook deliveries: one workflow per event, which outlives the job that started it. */
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ParentClosePolicy,
  WorkflowIdReusePolicy,
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  startChild,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { WebhookActivities } from '../activities/webhook/index.ts';
import { WEBHOOK_TASK_QUEUE } from '../domain/manifests/webhook.ts';
import { subjectOf } from '../domain/webhook/model.ts';
import type {
  DeliveryOutcome,
  JobWebhookEventType,
  JobWebhookPayload,
  WebhookDelivery,
} from '../domain/webhook/model.ts';
import type { JobInput } from '../domain/jobs/model.ts';

/** Retries the delivery now instead of at the end of its pause. */
export const deliverNow = defineSignal('deliverNow');

/** The longest pause between attempts. A longer `Retry-After` is shortened to this. */
const LONGEST_PAUSE_MS = 86_400_000;

/** Pauses are extended by up to this fraction, so that deliveries do not all return at once after an outage. */
const JITTER = 0.2;

/**
 * Delivers one event until the receiver accepts it or the attempts run out. A redelivery request (`deliverNow`) ends a
 * pause, or else starts another round while this run lasts. Returns the outcome of the last round.
 */
export async function deliverWebhook(first: WebhookDelivery): Promise<DeliveryOutcome> {
  let requests = 0;
  setHandler(deliverNow, () => {
    requests++;
  });
  // The signal that started a later round counts as handled.
  let handled = first.round > 1 ? 1 : 0;
  const pause = async (ms: number): Promise<void> => {
    await condition(() => requests > handled, ms);
    handled = Math.max(handled, requests);
  };
  for (let delivery = first; ; delivery = { ...delivery, round: delivery.round + 1 }) {
    const outcome = await deliverRound(delivery, pause);
    if (requests <= handled) return outcome;
    handled = requests;
  }
}

/**
 * Attempts with pauses between them. Each pause is the policy's delay (domain/webhook/settings.ts has the schedule), or
 * the receiver's `Retry-After` if that is longer.
 */
async function deliverRound(delivery: WebhookDelivery, pause: (ms: number) => Promise<void>): Promise<DeliveryOutcome> {
  const { policy, payload, webhook_id, round } = delivery;
  const job_run_id = workflowInfo().parent?.runId ?? null;
  const { deliver } = proxyActivities<WebhookActivities>({
    taskQueue: WEBHOOK_TASK_QUEUE,
    summary: `${payload.type} → ${new URL(delivery.target.url).host}`,
    startToCloseTimeout: policy.timeout_ms + 30_000,
    scheduleToCloseTimeout: '1 day',
    // The receiver's answer is a result, never a failure. A failure is ours, such as a dead worker or an unavailable
    // database.
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
    setCurrentDetails(`attempt ${attempts}: ${reason}; next attempt at ${new Date(Date.now() + ms).toISOString()}`);
    await pause(ms);
  }
}

/** The changing fields of the job in an event's payload. */
export type JobFacts = Pick<JobWebhookPayload['data']['job'], 'state' | 'started_at' | 'finished_at' | 'error'>;

/**
 * Starts the delivery of an event if the job has a webhook that subscribes to it. The delivery continues after the job
 * has ended, cancelled or not. Resolves when the delivery has started.
 */
export async function tellReceiver(
  { envelope, webhook }: JobInput,
  type: JobWebhookEventType,
  facts: JobFacts,
): Promise<void> {
  if (!webhook?.event_types.includes(type)) return;
  const { workflowId: job_id } = workflowInfo();
  const { tenant_id, kind, source, priority, created_at } = envelope;
  const { url, secret_ref, headers, links, policy } = webhook;
  const job = { job_id, kind, source, priority, created_at, ...facts, links };
  const timestamp = facts.finished_at ?? facts.started_at ?? created_at;
  const delivery: WebhookDelivery = {
    // A job that was reset emits the same event again, and the receiver must not take it for a duplicate.
    webhook_id: `${job_id}.${type}.${uuid4().slice(0, 8)}`,
    round: 1,
    tenant_id,
    job_id,
    policy,
    target: { url, secret_ref, headers },
    payload: { type, timestamp, data: { job } },
  };
  await startDelivery(delivery);
}

/**
 * Resolves when the delivery has started; from then on it depends on nothing but its own workflow. An event that was
 * delivered, or is being delivered, stays as it is: the workflow that tells it was reset.
 */
export async function startDelivery(delivery: WebhookDelivery): Promise<void> {
  const { webhook_id, payload } = delivery;
  const starting = CancellationScope.nonCancellable(() =>
    startChild(deliverWebhook, {
      workflowId: webhook_id,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      taskQueue: workflowInfo().taskQueue,
      args: [delivery],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: ChildWorkflowCancellationType.ABANDON,
      staticSummary: `webhook · ${payload.type} · ${subjectOf(payload).label}`,
    }),
  );
  await starting.catch((error: unknown) => {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  });
}
